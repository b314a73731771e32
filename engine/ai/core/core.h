/* What the files of the core share: the board, the settings of one game, and the tables.
 *
 * The core plays out positions of three families of games:
 *
 *   LINKED    groups live by liberties; neighbours can be linked or not (linked.c)
 *   ADJACENT  groups live by liberties; neighbours are always linked   (adjacent.c)
 *   CONTROL   stones fall where the other colour controls the point    (control.c)
 *
 * It knows no game's rule about what is linked and what is controlled: those are tables, made by
 * engine/ai/encoding.py from the game's own predicates. What it has of its own is the procedure (floods,
 * captures, repetition), which the tests compare with the engine position by position.
 *
 * Rings. For every point we keep the states of the points around it in one number, its *ring*: a few
 * bits for each place around the point, called *slots*. The lower half are the neighbours, usually twelve
 * bits (six of two bits, or four of three), and one bit more for each where there are many colours; on
 * square boards the upper half are the diagonals. So whatever depends on a point and its neighbours is one
 * look-up in a table, which usually has 4096 entries.
 */
#ifndef CORE_H
#define CORE_H

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

enum {
    MAX_POINTS = 640, /* 25 x 25 is the largest board of the referee */
    MAX_COLOURS = 8,
    MAX_SLOTS = 8,
    MAX_RINGS = 1 << 18, /* six neighbours of three bits: six colours; four of four bits hold more */
    MAX_ROWS = 6 * MAX_RINGS,
    PATTERNS = 65536,
    NONE = -1
};

/* A move is the number of a point, or one of these. */
enum { PASS = MAX_POINTS, BUTTON, MOVES };

/* The state of a point: EMPTY, or 1 + the number of a colour. */
enum { EMPTY = 0 };

enum family { LINKED, ADJACENT, CONTROL };

/* What does not change while a position is searched; filled from outside, in this order. */
struct settings {
    int family;
    int points;
    int colours;
    int slots;       /* places around a point: 6, or 4 neighbours and 4 diagonals */
    int neighbours;  /* how many of the slots are neighbours; they come first */
    int bits;        /* of a ring for each slot */
    int last_pass;   /* the number of passes in a row that ends the game, 0 if none does */
    int cascade;     /* CONTROL: whether captures are repeated until nothing is left */
    int unsettled;   /* whether stones were set up that play would not have left */
    int halves;      /* what the button is worth, in half points */
};
static struct settings rules;

/* The point at each slot around each point, or NONE beyond the edge. */
static short around[MAX_POINTS][MAX_SLOTS];

/* Tables by the lower half of a ring; those that depend on a colour have a ROW for each. For a stone of a
 * colour: the slots of stones that it is linked to, and of its liberties. For an empty point: the slots of
 * empty points that it is linked to, the colours (as bits) of stones that it is linked to, and 1 + the
 * colour that controls it, or 0. */
static u8 links[MAX_ROWS];
static u8 liberties[MAX_ROWS];
static u8 open_links[MAX_RINGS];
static u8 touching[MAX_RINGS];
static u8 controller[MAX_RINGS];

/* The bits of the lower half of a ring, and how many values it can have. */
static u32 half_bits, rings;
#define ROW(table, colour) ((table) + ((u32)(colour) << half_bits))
#define LOW(ring) ((ring) & (rings - 1))

/* A board with what the rules need to know of its past, beside the sets in history.c. */
struct board {
    u64 hash;
    u64 anchor; /* ADJACENT: the hash of the anchor, 0 if there is none */
    int mover;
    int passes;
    int last;   /* the point of the last stone, or NONE after a declaration */
    int button; /* LINKED: 1 + the colour that has taken it, 0 if it waits, -1 if it is not in use */
    int captures; /* whether anything was ever removed: before that nothing can recur */
    int free_count;
    u8 state[MAX_POINTS];
    u32 ring[MAX_POINTS + 1]; /* and one that stands for all points beyond the edge */
    u16 free[MAX_POINTS];    /* the empty points, in no order: the first `free_count` of these */
    u16 free_at[MAX_POINTS]; /* where each empty point stands in `free` */
};

/* The stones that the last call of `place` removed, with their states; for whoever asks. */
static u16 removed[MAX_POINTS];
static u8 removed_state[MAX_POINTS];
static int removed_count;

#endif

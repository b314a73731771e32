/* The value of Keil on side 2 or 3, from both sides: see __init__.py beside this file, which says what
   is proved and why.

     cc -O3 -march=native -DSIDE=3 solver.c -o solver

     solver rules          what the rules say of the positions on standard input, to be compared
     solver solve FOLDER   find the bounds; the strategies that reach them go to FOLDER

   A board is two masks of points in the engine's numbering. Within, points lie in rows of six, the
   last of which is off the board, so neighbours are a shift away. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

#ifndef SIDE
#define SIDE 3
#endif
#define POINTS (3 * SIDE * (SIDE - 1) + 1)
#define ROWS (2 * SIDE - 1)
#define LOW 10
#define SYMMETRIES 12
#define NONE 31

typedef uint32_t mask;

static mask full;                    /* in rows of six */
static int place_of[POINTS];         /* bit of each point */
static int turned[SYMMETRIES][POINTS];

/* --- the rules --- */

static const int STEP[6] = {1, 6, 5, -1, -6, -5}; /* in ring order */
#define AT(x, k) (STEP[k] > 0 ? (x) >> STEP[k] : (x) << -STEP[k])
#define EACH(k) _Pragma("GCC unroll 6") for (int k = 0; k < 6; k++)

static mask pack(mask rows) {
#ifdef __BMI2__
    return _pext_u32(rows, full);
#else
    mask points = 0;
    for (int p = 0; p < POINTS; p++) points |= (rows >> place_of[p] & 1) << p;
    return points;
#endif
}

static mask unpack(mask points) {
#ifdef __BMI2__
    return _pdep_u32(points, full);
#else
    mask rows = 0;
    for (int p = 0; p < POINTS; p++) rows |= (points >> p & 1) << place_of[p];
    return rows;
#endif
}

/* The stones of `own` in groups with a liberty. */
static inline mask living(mask own, mask other) {
    mask empty = full & ~own & ~other, near_own[6], near_empty[6], open[6], link[6];
    EACH(k) near_own[k] = AT(own, k), near_empty[k] = AT(empty, k), open[k] = near_own[k] | near_empty[k];
    mask alive = 0;
    EACH(k) alive |= near_empty[k] & (open[(k + 5) % 6] | open[(k + 1) % 6]);
    alive &= own;
    if (alive == own) return own;
    EACH(k) link[k] = own & near_own[k] & (near_own[(k + 5) % 6] | near_own[(k + 1) % 6]);
    for (;;) {
        mask more = alive;
        EACH(k) more |= link[k] & AT(alive, k);
        if (more == alive) return alive;
        alive = more;
    }
}

/* Place a stone; false if it would be suicide. `ko` is the single stone that was captured, if placing
   it again at once would bring the board back, or 0. */
static inline int place(mask *own, mask *other, mask stone, mask *ko) {
    mask mine = *own | stone, theirs = living(*other, mine), dead = *other ^ theirs;
    if (!(living(mine, theirs) & stone)) return 0;
    *ko = 0;
    if (dead && !(dead & (dead - 1))) {
        mask after = living(mine, theirs | dead);
        if (after == (mine ^ stone)) *ko = dead;
    }
    *own = mine, *other = theirs;
    return 1;
}

/* The lead of `first` on a board as it stands. All that the wording of 2019 changes is here. */
static int lead(mask first, mask second) {
    mask empty = full & ~first & ~second, left = empty, near[6], link[6], touches[2] = {0, 0};
    const mask stones[2] = {first, second};
    EACH(k) near[k] = AT(empty, k);
#ifdef WORDING_2019
    EACH(k) link[k] = empty & near[k];
#else
    EACH(k) link[k] = empty & near[k] & (near[(k + 5) % 6] | near[(k + 1) % 6]);
#endif
    for (int colour = 0; colour < 2; colour++) {
        mask own[6];
        EACH(k) own[k] = AT(stones[colour], k);
        EACH(k) touches[colour] |=
            empty & own[k] & (own[(k + 5) % 6] | near[(k + 5) % 6] | own[(k + 1) % 6] | near[(k + 1) % 6]);
    }
    int points = __builtin_popcount(first) - __builtin_popcount(second);
    while (left) {
        mask part = left & -left, more;
        for (;; part = more) {
            more = part;
            EACH(k) more |= link[k] & AT(part, k);
            if (more == part) break;
        }
        left &= ~part;
        int one = (part & touches[0]) != 0, two = (part & touches[1]) != 0;
        points += (one - two) * __builtin_popcount(part);
    }
    return points;
}

static void make_board(void) {
    int q_of[POINTS], r_of[POINTS], point = 0, number[ROWS][ROWS];
    for (int r = 0; r < ROWS; r++)
        for (int q = 0; q < ROWS; q++)
            if (q + r >= SIDE - 1 && q + r <= 3 * (SIDE - 1)) {
                q_of[point] = q, r_of[point] = r, number[r][q] = point;
                place_of[point] = 6 * r + q, full |= 1u << place_of[point++];
            }
    for (int s = 0; s < SYMMETRIES; s++)
        for (int p = 0; p < POINTS; p++) {
            int q = q_of[p] - (SIDE - 1), r = r_of[p] - (SIDE - 1), turn = -r;
            if (s >= 6) turn = q, q = r, r = turn;
            for (int i = 0; i < s % 6; i++) turn = -r, r += q, q = turn;
            turned[s][p] = number[r + SIDE - 1][q + SIDE - 1];
        }
}

/* --- boards as numbers: the least of twelve numbers to the base of three --- */

static uint32_t of_low[1 << LOW][16], of_high[1 << (POINTS > LOW ? POINTS - LOW : 0)][16];
static uint32_t power[POINTS + 1];
#define LOW_DIGITS (POINTS < LOW ? POINTS : LOW)
static mask digits_low[59049][2], digits_high[19683][2];

static void make_numbers(void) {
    power[0] = 1;
    for (int p = 0; p < POINTS; p++) power[p + 1] = 3 * power[p];
    for (mask m = 0; m < 1u << LOW; m++)
        for (int s = 0; s < 16; s++)
            for (int p = 0; p < LOW_DIGITS; p++)
                if (m >> p & 1) of_low[m][s] += power[turned[s % SYMMETRIES][p]];
    for (mask m = 0; m < sizeof of_high / sizeof *of_high; m++)
        for (int s = 0; s < 16; s++)
            for (int p = LOW; p < POINTS; p++)
                if (m >> (p - LOW) & 1) of_high[m][s] += power[turned[s % SYMMETRIES][p]];
    for (uint32_t n = 0; n < 59049; n++) {
        uint32_t rest = n;
        for (int p = 0; p < LOW; p++, rest /= 3)
            if (rest % 3) digits_low[n][rest % 3 - 1] |= 1u << p;
    }
    for (uint32_t n = 0; n < 19683; n++) {
        uint32_t rest = n;
        for (int p = 0; p < 9; p++, rest /= 3)
            if (rest % 3) digits_high[n][rest % 3 - 1] |= 1u << p;
    }
}

static inline uint32_t least(mask first, mask second, uint32_t sums[16]) {
    const uint32_t *a = of_low[first & 1023], *b = of_high[first >> LOW];
    const uint32_t *c = of_low[second & 1023], *d = of_high[second >> LOW];
    uint32_t lowest = ~0u;
    for (int s = 0; s < 16; s++) sums[s] = a[s] + b[s] + 2 * (c[s] + d[s]);
    for (int s = 0; s < 16; s++) lowest = sums[s] < lowest ? sums[s] : lowest;
    return lowest;
}

static void masks_of(uint32_t number, mask *first, mask *second) {
    uint32_t low = number % 59049, high = number / 59049;
    *first = digits_low[low][0] | digits_high[high][0] << LOW;
    *second = digits_low[low][1] | digits_high[high][1] << LOW;
}

/* --- the boards on which every group has a liberty, each once for its twelve images --- */

typedef struct { uint64_t before, bits[7]; } line; /* of a cache: 448 boards */

static line *found;
static size_t lines;
static uint32_t boards, *place_in_order, *in_order;

static void *memory(size_t bytes) {
    void *at = mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED) { perror("memory"); exit(1); }
#ifdef MADV_HUGEPAGE
    madvise(at, bytes, MADV_HUGEPAGE);
#endif
    return at;
}

static inline uint32_t place_of_number(uint32_t number) {
    const line *here = found + number / 448;
    uint32_t bit = number % 448, n = here->before;
    for (uint32_t word = 0; word < bit / 64; word++) n += __builtin_popcountll(here->bits[word]);
    n += __builtin_popcountll(here->bits[bit / 64] & ((1ull << bit % 64) - 1));
    return place_in_order[n];
}

static inline uint32_t place_of_board(mask first, mask second, int *symmetry) {
    uint32_t sums[16], number = least(first, second, sums);
    int s = 0;
    while (sums[s] != number) s++;
    *symmetry = s;
    return place_of_number(number);
}

static int is_board(uint32_t number) {
    mask first, second;
    uint32_t sums[16];
    masks_of(number, &first, &second);
    if (least(first, second, sums) != number) return 0;
    first = unpack(first), second = unpack(second);
    return living(first, second) == first && living(second, first) == second;
}

/* Boards with many stones come first: their values are needed for those with fewer. */
static void find_boards(void) {
    uint32_t total = power[POINTS], of_stones[POINTS + 2] = {0};
    lines = total / 448 + 1;
    found = memory(lines * sizeof *found);
    for (uint32_t number = 0; number < total; number++) {
        if (!is_board(number)) continue;
        mask first, second;
        masks_of(number, &first, &second);
        found[number / 448].bits[number % 448 / 64] |= 1ull << number % 64;
        of_stones[__builtin_popcount(first | second)]++;
        boards++;
    }
    for (int stones = POINTS, at = 0; stones >= 0; stones--) {
        int here = of_stones[stones];
        of_stones[stones] = at, at += here;
    }
    place_in_order = memory(4ul * boards), in_order = memory(4ul * boards);
    uint32_t n = 0;
    for (size_t l = 0; l < lines; l++) {
        found[l].before = n;
        for (int word = 0; word < 7; word++)
            for (uint64_t bits = found[l].bits[word]; bits; bits &= bits - 1) {
                uint32_t number = l * 448 + word * 64 + __builtin_ctzll(bits);
                mask first, second;
                masks_of(number, &first, &second);
                uint32_t at = of_stones[__builtin_popcount(first | second)]++;
                place_in_order[n++] = at, in_order[at] = number;
            }
    }
}

/* --- what can be played on them --- */

/* For each board in order: its place with colours exchanged; the legal points of the prover and of the
   opponent, with the lead above the first; then a word for each of these stones: the board after it and,
   above, the point at which the next stone would bring this board back, as it lies on that board. */
static uint32_t *moves;
static size_t words;
#define KO_SHIFT 27
#define LEAD_SHIFT 20

static void find_moves(void) {
    moves = memory((3 + 2ul * POINTS) * 4 * boards);
    for (uint32_t at = 0; at < boards; at++) {
        mask first, second;
        int s;
        masks_of(in_order[at], &first, &second);
        uint32_t *head = moves + words;
        words += 3;
        head[0] = place_of_board(second, first, &s);
        mask rows[2] = {unpack(first), unpack(second)};
        head[1] = (uint32_t)(lead(rows[0], rows[1]) + POINTS) << LEAD_SHIFT, head[2] = 0;
        for (int prover = 1; prover >= 0; prover--) {
            mask *legal = prover ? head + 1 : head + 2;
            for (mask empty = full & ~rows[0] & ~rows[1]; empty; empty &= empty - 1) {
                mask own = rows[!prover], other = rows[prover], ko, stone = empty & -empty;
                if (!place(&own, &other, stone, &ko)) continue;
                *legal |= pack(stone);
                uint32_t after = prover ? place_of_board(pack(own), pack(other), &s)
                                        : place_of_board(pack(other), pack(own), &s);
                uint32_t point = ko ? turned[s][__builtin_ctz(pack(ko))] : NONE;
                moves[words++] = after | point << KO_SHIFT;
            }
        }
    }
}

/* --- values --- */

/* For the prover to move, 0, and for the opponent, 1: the value, the only best point if it can be one that
   would bring a board back (or NONE), the value without it, and the sweeps in which both came. */
typedef struct { int8_t value[2], without[2]; uint8_t best[2], since[2], without_since[2]; } worth;

static worth *taken, *waits; /* the button */

static inline int without(const worth *of, int mover, uint32_t ko) { return ko != NONE && ko == of->best[mover]; }

static inline int value_of(const worth *of, int mover, uint32_t ko) {
    return without(of, mover, ko) ? of->without[mover] : of->value[mover];
}

static inline int since_of(const worth *of, int mover, uint32_t ko) {
    return without(of, mover, ko) ? of->without_since[mover] : of->since[mover];
}

typedef struct { int value, without, point; } choice;

static inline void choose(choice *so_far, int value, uint32_t ko, int point, int sign) {
    if (sign * value > sign * so_far->value) {
        if (ko == NONE) so_far->without = value, so_far->point = NONE;
        else so_far->without = so_far->value, so_far->point = point;
        so_far->value = value;
    } else if (sign * value > sign * so_far->without) {
        so_far->without = value;
        if (value == so_far->value) so_far->point = NONE;
    }
}

static inline int larger(int a, int b) { return a > b ? a : b; }
static inline int smaller(int a, int b) { return a < b ? a : b; }

/* The stones of one player: the best, and the prover's if no stone of the other is kept from coming back. */
static choice stones(const worth *table, const uint32_t *after, mask legal, int mover, int *unkept) {
    int sign = mover ? -1 : 1;
    choice found = {-127 * sign, -127 * sign, NONE};
    *unkept = -127;
    for (; legal; legal &= legal - 1, after++) {
        uint32_t ko = *after >> KO_SHIFT;
        const worth *next = table + (*after & ((1u << KO_SHIFT) - 1));
        int value = value_of(next, !mover, ko);
        choose(&found, value, ko, __builtin_ctz(legal), sign);
        *unkept = larger(*unkept, next->value[!mover]);
    }
    return found;
}

static void worth_of(const uint32_t *head, uint32_t at, int button, worth *new) {
    const worth *table = button ? waits : taken;
    mask first = head[1] & ((1u << LEAD_SHIFT) - 1);
    int score = 2 * ((int)(head[1] >> LEAD_SHIFT) - POINTS), unkept, none;
    choice mine = stones(table, head + 3, first, 0, &unkept);
    choice theirs = stones(table, head + 3 + __builtin_popcount(first), head[2], 1, &none);
    int other[2];
    if (button) {
        /* It is a turn, and worth half a point. */
        other[0] = taken[at].value[1] + 1, other[1] = taken[at].value[0] - 1;
    } else {
        /* After a pass the other passes, too, or places a stone. */
        other[0] = smaller(score, theirs.value), other[1] = larger(score, unkept);
    }
    new->value[0] = larger(mine.value, other[0]), new->without[0] = larger(mine.without, other[0]);
    new->value[1] = smaller(theirs.value, other[1]), new->without[1] = smaller(theirs.without, other[1]);
    new->best[0] = mine.point, new->best[1] = theirs.point;
}

static double seconds(void) {
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return used.ru_utime.tv_sec + used.ru_utime.tv_usec * 1e-6 + used.ru_stime.tv_sec;
}

/* What the prover is sure of is what it is sure of with colours exchanged, and no stone that could bring
   a board back matters: nothing can change any more. */
static inline int known(const worth *one, const worth *two) {
    return one->value[0] == -two->value[1] && one->value[1] == -two->value[0]
        && one->value[0] == one->without[0] && one->value[1] == one->without[1]
        && two->value[0] == two->without[0] && two->value[1] == two->without[1];
}

static void solve(int button) {
    worth *table = button ? waits : taken;
    for (uint32_t at = 0; at < boards; at++) {
        int least = -2 * POINTS - button;
        table[at] = (worth){{least, least}, {least, least}, {NONE, NONE}, {0, 0}, {0, 0}};
    }
    uint64_t looked = 0;
    for (int sweep = 1;; sweep++) {
        uint64_t changes = 0, open = 0;
        const uint32_t *head = moves;
        for (uint32_t at = 0; at < boards; at++) {
            worth new, *old = table + at;
            int count = __builtin_popcount(head[1] & ((1u << LEAD_SHIFT) - 1)) + __builtin_popcount(head[2]);
            if (!known(old, table + head[0])) {
                open++;
                new = *old;
                worth_of(head, at, button, &new);
                if (memcmp(&new, old, 6)) {
                    for (int mover = 0; mover < 2; mover++) {
                        if (new.value[mover] != old->value[mover]) new.since[mover] = smaller(sweep, 255);
                        if (new.without[mover] != old->without[mover] || new.best[mover] != old->best[mover])
                            new.without_since[mover] = smaller(sweep, 255);
                    }
                    changes++, *old = new;
                }
            }
            head += 3 + count;
        }
        looked += open;
        const worth *start = table + boards - 1;
        fprintf(stderr, "button %d sweep %d: %lu open, %lu changed, bounds %g to %g, %.0f s\n", button, sweep,
                (unsigned long)open, (unsigned long)changes, start->value[0] / 2., -start->value[1] / 2., seconds());
        if (!changes) break;
    }
    const worth *start = table + boards - 1;
    uint64_t exact = 0;
    const uint32_t *head = moves;
    for (uint32_t at = 0; at < boards; at++) {
        exact += table[at].value[0] == -table[head[0]].value[1];
        head += 3 + __builtin_popcount(head[1] & ((1u << LEAD_SHIFT) - 1)) + __builtin_popcount(head[2]);
    }
    printf("%s %g %g %lu %lu\n", button ? "button" : "plain", start->value[0] / 2., -start->value[1] / 2.,
           (unsigned long)looked, (unsigned long)exact);
    fflush(stdout);
}

/* --- positions on standard input --- */

/* "first second mover" -> for each point "point:first:second:ko" if a stone may stand there, "lead" */
static void rules(void) {
    mask rows[2];
    unsigned first, second, mover;
    while (scanf("%u %u %u", &first, &second, &mover) == 3) {
        rows[0] = unpack(first), rows[1] = unpack(second);
        for (int p = 0; p < POINTS; p++) {
            mask own = rows[mover], other = rows[!mover], ko, stone = 1u << place_of[p];
            if ((own | other) & stone || !place(&own, &other, stone, &ko)) continue;
            printf("%d:%u:%u:%d ", p, pack(mover ? other : own), pack(mover ? own : other),
                   ko ? __builtin_ctz(pack(ko)) : -1);
        }
        printf("%d\n", lead(rows[0], rows[1]));
        fflush(stdout);
    }
}

/* --- the strategy of the prover --- */

enum { UNUSED, WAITS, OURS, THEIRS };
static const int GAIN[4] = {0, 0, 1, -1};

/* A position as the proof knows it: the stones of the prover and of the other, who is to move (the prover: 0), the
   button, whether the other has just passed, and the point at which no stone may be placed now. */
typedef struct { mask own, other; int mover, button, passed, ko; } node;
typedef struct { int point, value, since; uint32_t place; node next; } option;

static uint32_t table_place(const node *at, int *ko) {
    int s;
    uint32_t place = place_of_board(at->own, at->other, &s);
    *ko = at->ko == NONE ? NONE : turned[s][at->ko];
    return place;
}

/* Every stone that may be placed, and what becomes of it. */
static int stones_at(const node *at, option *options) {
    int count = 0;
    for (int p = 0; p < POINTS; p++) {
        mask own = unpack(at->mover ? at->other : at->own), other = unpack(at->mover ? at->own : at->other);
        mask ko, stone = 1u << place_of[p];
        if (p == at->ko || (own | other) & stone || !place(&own, &other, stone, &ko)) continue;
        own = pack(own), other = pack(other);
        /* If the other has passed, the prover does not rely on what the other may not bring back. */
        int point = ko && !at->passed ? __builtin_ctz(pack(ko)) : NONE;
        option *here = options + count++;
        here->next = (node){at->mover ? other : own, at->mover ? own : other, !at->mover, at->button, 0, point};
        here->point = p, here->place = table_place(&here->next, &point);
        const worth *of = (at->button == WAITS ? waits : taken) + here->place;
        here->value = value_of(of, !at->mover, point), here->since = since_of(of, !at->mover, point);
    }
    return count;
}

/* Those of the prover, and the button or a pass as the last one. */
static int options_of(const node *at, option *options) {
    int count = stones_at(at, options), ko;
    option *last = options + count;
    *last = (option){POINTS, 0, 0, 0, *at};
    last->next.mover = 1, last->next.ko = NONE, last->next.passed = 0;
    if (at->button == WAITS) {
        last->next.button = OURS;
        last->value = taken[table_place(&last->next, &ko)].value[1] + 1;
        return count + 1;
    }
    last->value = 2 * lead(unpack(at->own), unpack(at->other));
    if (at->passed) return count + 1;
    option replies[POINTS];
    int replied = stones_at(&last->next, replies);
    for (int i = 0; i < replied; i++) last->value = smaller(last->value, replies[i].value);
    for (int i = 0; i < replied; i++)
        if (replies[i].value == last->value
            && (replies[i].since > last->since || (replies[i].since == last->since && replies[i].place > last->place)))
            last->since = replies[i].since, last->place = replies[i].place;
    return count + 1;
}

/* The most first; of those that are worth as much, what was known first: so the proof becomes shorter with each turn. */
static int in_order_of(const void *one, const void *two) {
    const option *a = one, *b = two;
    if (a->value != b->value) return b->value - a->value;
    if (a->since != b->since) return a->since - b->since;
    return a->place < b->place ? -1 : a->place > b->place;
}

/* The positions that were looked at for one strategy, images as one, with what the prover plays. */
#define SLOTS (1u << 24)
typedef struct { uint64_t key; uint8_t state, point; } slot;
enum { EMPTY, OPEN, FAILED, PROVED, TOLD };
static slot *slots;
static size_t in_use;

/* Turns the position into the one of its images that stands for all. */
static slot *slot_of(node *at) {
    int ko, s = 0;
    uint32_t sums[16], number = least(at->own, at->other, sums);
    uint64_t key = table_place(at, &ko);
    key = 1 + ((((key * 32 + ko) * 2 + at->mover) * 4 + at->button) * 2 + at->passed);
    for (; sums[s] != number; s++);
    masks_of(number, &at->own, &at->other), at->ko = ko;
    slot *here = slots + (key * 0x9E3779B97F4A7C15u >> 40);
    while (here->state != EMPTY && here->key != key) here = here + 1 < slots + SLOTS ? here + 1 : slots;
    if (here->state == EMPTY && ++in_use > SLOTS / 4 * 3) { fprintf(stderr, "too many positions\n"); exit(1); }
    here->key = key;
    return here;
}

/* Everything that the other can do, but for a pass that ends the game. */
static int replies_to(const node *at, int after_pass, option *options) {
    int count = stones_at(at, options);
    if (after_pass) return count;
    node *last = &options[count].next;
    *last = *at, last->mover = 0, last->ko = NONE;
    if (at->button == WAITS) last->button = THEIRS;
    else last->passed = 1;
    return count + 1;
}

static int prove(node at, int goal);

static int prove_all(const option *options, int count, int goal) {
    for (int i = 0; i < count; i++)
        if (!prove(options[i].next, goal)) return 0;
    return 1;
}

/* Whether the prover reaches the goal without meeting a position again. What failed may have failed only since a
   position on the way to it would have come again, so it is tried anew elsewhere. */
static int prove(node at, int goal) {
    slot *here = slot_of(&at);
    if (here->state == OPEN || here->state == PROVED) return here->state == PROVED;
    here->state = OPEN;
    option options[POINTS + 1], replies[POINTS + 1];
    int proved = 0;
    if (at.mover) proved = prove_all(options, replies_to(&at, 0, options), goal);
    else {
        int count = options_of(&at, options), needed = goal - GAIN[at.button];
        qsort(options, count, sizeof *options, in_order_of);
        for (const option *one = options; one < options + count && one->value >= needed && !proved; one++) {
            here->point = one->point;
            if (one->point < POINTS || at.button == WAITS) proved = prove(one->next, goal);
            else proved = at.passed || prove_all(replies, replies_to(&one->next, 1, replies), goal);
        }
    }
    here->state = proved ? PROVED : FAILED;
    return proved;
}

/* Writes "own other button passed ko point" for each position in which the prover is to move. */
static void tell(node at, FILE *file) {
    slot *here = slot_of(&at);
    if (here->state == TOLD) return;
    here->state = TOLD;
    option options[POINTS + 1];
    int count;
    if (at.mover) count = replies_to(&at, 0, options);
    else {
        fprintf(file, "%u %u %d %d %d %d\n", at.own, at.other, at.button, at.passed, at.ko == NONE ? -1 : at.ko,
                here->point);
        count = options_of(&at, options);
        const option *one = options;
        while (one->point != here->point) one++;
        if (one->point < POINTS || at.button == WAITS) count = 1, *options = *one;
        else {
            node after = one->next;
            count = at.passed ? 0 : replies_to(&after, 1, options);
        }
    }
    for (int i = 0; i < count; i++) tell(options[i].next, file);
}

/* The strategies of whoever moves first and of the other. */
static void strategies(int button, const char *folder) {
    const worth *start = (button ? waits : taken) + boards - 1;
    for (int mover = 0; mover < 2; mover++) {
        const node first = {0, 0, mover, button ? WAITS : UNUSED, 0, NONE};
        const char *game = button ? "button" : "plain", *who = mover ? "second" : "first";
        char name[4096];
        slots = memory(sizeof *slots * SLOTS), in_use = 0;
        if (!prove(first, start->value[mover])) { fprintf(stderr, "no strategy\n"); exit(1); }
        snprintf(name, sizeof name, "%s/%s-%s", folder, game, who);
        FILE *file = fopen(name, "w");
        if (file) tell(first, file);
        if (!file || fclose(file)) { perror(name); exit(1); }
        fprintf(stderr, "%s %s: %lu positions, %.0f s\n", game, who, (unsigned long)in_use, seconds());
        munmap(slots, sizeof *slots * SLOTS);
    }
}

int main(int count, char **words_of) {
    make_board();
    make_numbers();
    if (count == 2 && !strcmp(words_of[1], "rules")) rules();
    else if (count == 3 && !strcmp(words_of[1], "solve")) {
        find_boards();
        fprintf(stderr, "%u boards, %.0f s\n", boards, seconds());
        find_moves();
        fprintf(stderr, "%lu moves, %.0f s\n", (unsigned long)(words - 3ul * boards), seconds());
        taken = memory(sizeof *taken * boards), waits = memory(sizeof *waits * boards);
        printf("boards %u %lu\n", boards, (unsigned long)(words - 3ul * boards));
        solve(0);
        solve(1);
        strategies(0, words_of[2]);
        strategies(1, words_of[2]);
        struct rusage used;
        getrusage(RUSAGE_SELF, &used);
        printf("cost %.0f %ld\n", seconds(), used.ru_maxrss / 1024);
    } else {
        fprintf(stderr, "solver rules | solve FOLDER\n");
        return 2;
    }
    return 0;
}

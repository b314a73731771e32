/* Playing a game to its end by chance, guided by what is cheap to know.
 *
 * Half of the moves answer the last stone: a point beside it, drawn by the learned weight of its
 * pattern. The others are the best of three random points by MAST, the mean payoff of that point for
 * that colour in all playouts of this search, and a little by the learned weight of its pattern. Own
 * eyes are never filled. Who has nothing to play takes the button or passes.
 */

/* The pattern of a point for a colour: its ring with two bits a slot, EMPTY, OWN, OTHER or BEYOND the
 * edge; the two halves of the ring are looked up apart. */
enum { OWN = 1, OTHER = 2, BEYOND = 3 };
static u16 pattern_half[MAX_ROWS];

/* Learned: how much more likely than others a point with this pattern is chosen, times 256; as the
 * answer to a stone beside it, and anywhere. Filled from outside. */
static u16 answer_factor[PATTERNS];
static u16 prior_factor[PATTERNS];

/* The logarithm of the second, and what it counts in playouts beside the mean payoff of a point. */
static float lean[PATTERNS], lean_weight = 0.06f;

/* Whether an empty point is an eye of a colour as far as its neighbours say. */
static u8 eye_ring[MAX_ROWS];

/* Whether a point has none but stones of a colour around it. */
static u8 full_ring[MAX_ROWS];

/* Whether a colour may have no use for an empty point with this ring, so a closer look is worth it. */
static u8 doubtful[MAX_ROWS];

/* Mean payoffs of this search, by colour and move. */
struct mean {
    float sum, count, mean;
};
static struct mean mast[MAX_COLOURS][MAX_POINTS];

static inline void note_mean(struct mean *of, float payoff)
{
    of->sum += payoff;
    of->count += 1;
    of->mean = of->sum / of->count;
}

/* What was played in the current line: colours and moves. */
enum { LONGEST = 4096 };
static u8 played_by[LONGEST];
static u16 played[LONGEST];
static int played_count;

static int use_answers = 1, use_mast = 1;

static void prepare_patterns(void)
{
    u32 mask = (1u << rules.bits) - 1;
    for (int colour = 0; colour < rules.colours; colour++)
        for (u32 ring = 0; ring < rings; ring++) {
            u32 pattern = 0;
            int full = 1, free = ROW(liberties, colour)[ring] | ROW(links, colour)[ring];
            for (int place = 0; place < rules.neighbours; place++) {
                u32 state = ring >> place * rules.bits & mask;
                u32 seen = state == EMPTY              ? EMPTY
                           : state == mask             ? BEYOND
                           : state == 1 + (u32)colour  ? OWN
                                                       : OTHER;
                pattern |= seen << 2 * place;
                full &= seen == OWN || seen == BEYOND;
            }
            int eye = rules.family != CONTROL && !open_links[ring] && touching[ring] == 1 << colour;
            ROW(pattern_half, colour)[ring] = (u16)pattern;
            ROW(full_ring, colour)[ring] = (u8)full;
            ROW(eye_ring, colour)[ring] = (u8)eye;
            ROW(doubtful, colour)[ring] = rules.family == CONTROL
                                              ? controller[ring] == 2 - colour
                                              : eye || (!rules.unsettled && !free);
        }
}

static inline u32 pattern_of(const struct board *board, int point, int colour)
{
    u32 ring = board->ring[point];
    const u16 *half = ROW(pattern_half, colour);
    return half[LOW(ring)] | (u32)half[ring >> half_bits] << 8;
}

/* Whether a point is an eye that its colour should not fill. On square boards a point is a false eye
 * if others have two of its diagonals, or one at the edge. */
static inline int is_eye(const struct board *board, int point, int colour)
{
    u32 ring = board->ring[point];
    if (!ROW(eye_ring, colour)[LOW(ring)])
        return 0;
    if (rules.slots == rules.neighbours)
        return 1;
    u32 diagonals = ROW(pattern_half, colour)[ring >> half_bits];
    int others = 0, beyond = 0;
    for (int slot = rules.neighbours; slot < rules.slots; slot++, diagonals >>= 2) {
        others += (diagonals & 3) == OTHER;
        beyond |= (diagonals & 3) == BEYOND;
    }
    return others + beyond < 2;
}

/* Whether a point is an eye that the search leaves alone, too. Where neighbours can be unlinked, an eye
 * can have other stones beside it: to fill it can cut or capture them. */
static inline int is_sure_eye(const struct board *board, int point, int colour)
{
    return ROW(full_ring, colour)[LOW(board->ring[point])] && is_eye(board, point, colour);
}

/* Whether a colour does not play at an empty point: in an own eye, or where it plainly may not. */
static inline int no_use(const struct board *board, int point, int colour)
{
    if (!ROW(doubtful, colour)[LOW(board->ring[point])])
        return 0;
    return rules.family == CONTROL || is_eye(board, point, colour) ||
           (!rules.unsettled && plain_suicide(board, point, colour));
}

/* Note a move that was made. */
static inline void note_played(int colour, int move)
{
    if (played_count < LONGEST) {
        played_by[played_count] = (u8)colour;
        played[played_count++] = (u16)move;
    }
}

/* Answer the last stone beside it, if there is a place to. Returns whether a stone was placed. */
static int answer(struct board *board)
{
    int colour = board->mover, points[MAX_SLOTS], count = 0;
    u32 factors[MAX_SLOTS], total = 0;
    for (int slot = 0; slot < rules.slots; slot++) {
        int point = around[board->last][slot];
        if (point == NONE || board->state[point] != EMPTY || no_use(board, point, colour))
            continue;
        points[count] = point;
        total += factors[count++] = answer_factor[pattern_of(board, point, colour)];
    }
    while (total) {
        int drawn = chance_below(total), at = 0;
        while (drawn >= (int)factors[at])
            drawn -= (int)factors[at++];
        if (place(board, points[at])) {
            note_played(colour, points[at]);
            return 1;
        }
        total -= factors[at];
        factors[at] = 0;
    }
    return 0;
}

/* Play anywhere: the best of three random points. Returns whether a stone was placed. */
static int play_anywhere(struct board *board)
{
    int colour = board->mover, left = board->free_count, draws = use_mast ? 3 : 1;
    while (left) {
        int best = NONE;
        float best_mean = -100;
        for (int draw = 0; draw < draws && left;) {
            int point = board->free[chance_below((u32)left)];
            if (no_use(board, point, colour)) {
                move_free(board, point, --left);
                continue;
            }
            draw++;
            float mean = mast[colour][point].mean + lean_weight * lean[pattern_of(board, point, colour)];
            if (mean > best_mean) {
                best = point;
                best_mean = mean;
            }
        }
        if (best == NONE)
            return 0;
        /* A point that was put aside after this point was drawn does not move it out of reach. */
        if (place(board, best)) {
            note_played(colour, best);
            return 1;
        }
        if (board->free_at[best] < left)
            move_free(board, best, --left);
    }
    return 0;
}

/* Play to the end. N passes of N players in a row are an end here, whatever the rules ask. */
static void play_out(struct board *board)
{
    int most = 4 * rules.points + 20;
    int end = rules.family == CONTROL ? 0 : rules.colours < rules.last_pass ? rules.colours
                                                                 : rules.last_pass;
    suicide_allowed = 0;
    for (int ply = 0; ply < most && !is_over(board) && (!end || board->passes < end); ply++) {
        int colour = board->mover;
        if (has_left(colour)) {
            declare(board, PASS);
            continue;
        }
        if (use_answers && board->last != NONE && chance() >> 31 && answer(board))
            continue;
        if (play_anywhere(board))
            continue;
        int word = board->button == 0 ? BUTTON : PASS;
        declare(board, word);
        note_played(colour, word);
    }
    suicide_allowed = 1;
}

/* What a net sees of a position: *planes*, one bit of each point, and a few numbers of the whole board.
 *
 * Everything is as the mover sees it, and comes from the tables and the procedures of the core. So any game
 * that the core plays has planes. A seat is counted from the mover: 0 is the mover, 1 whoever moves next.
 */

enum plane {
    ON_BOARD,     /* every point: a net sees the edge where it is missing */
    PLAYABLE,     /* a legal point that is not a sure eye of the mover */
    CAPTURING,    /* ... where a stone would capture */
    LATEST,       /* the last stone */
    OWN_EYE,
    OTHER_EYE,    /* of any other colour */
    OWN_AREA,     /* an empty point that belongs to the mover as the board stands */
    OTHER_AREA,
    OWN_FREEDOM,  /* three planes: the group here is the mover's, and has 1, 2, 3 liberties. CONTROL: the
                     first: it is empty, and the mover controls it */
    OTHER_FREEDOM = OWN_FREEDOM + 3, /* the same of others */
    STONES = OTHER_FREEDOM + 3       /* a plane for each seat */
    /* Then, in LINKED, a plane for each slot whose neighbour is linked (stones of one colour; two empty
     * points), and a plane for each slot whose neighbour is a liberty. */
};

/* The numbers of the whole board: for each seat what it has without the board, for each seat how it stands
 * as the board is, both beside the mean, and for each seat whether its player has left or never was; then
 * these. */
enum { MORE_SIGNS = 9, MOST_SIGNS = 3 * MAX_COLOURS + MORE_SIGNS };

static u32 planes[MAX_POINTS];
static float signs[MOST_SIGNS];

/* For how many seats there are planes and signs: those of the net, and as many or fewer play. */
static int seats_seen;

static inline int colour_of_seat(int mover, int seat)
{
    return (mover + seat) % rules.colours;
}

/* Mark the groups with few liberties. */
static void see_freedom(const struct board *board)
{
    static u16 group[MAX_POINTS];
    static u8 seen[MAX_POINTS];
    __builtin_memset(seen, 0, (u32)rules.points);
    for (int from = 0; from < rules.points; from++) {
        if (board->state[from] == EMPTY || seen[from])
            continue;
        int colour = board->state[from] - 1, count = 0, found = 0;
        flood++;
        seen[from] = 1;
        group[count++] = (u16)from;
        for (int at = 0; at < count; at++) {
            int point = group[at];
            u32 ring = LOW(board->ring[point]);
            for (u32 slots = ROW(liberties, colour)[ring]; slots; slots &= slots - 1) {
                int other = around[point][__builtin_ctz(slots)];
                found += flood_seen[other] != flood;
                flood_seen[other] = flood;
            }
            for (u32 slots = ROW(links, colour)[ring]; slots; slots &= slots - 1) {
                int other = around[point][__builtin_ctz(slots)];
                if (!seen[other]) {
                    seen[other] = 1;
                    group[count++] = (u16)other;
                }
            }
        }
        if (found < 1 || found > 3)
            continue;
        u32 plane = 1u << ((colour == board->mover ? OWN_FREEDOM : OTHER_FREEDOM) + found - 1);
        for (int at = 0; at < count; at++)
            planes[group[at]] |= plane;
    }
}

/* Fill `planes`, all but those of moves, and `signs`. */
static void see(struct board *board)
{
    static u8 owner[MAX_POINTS];
    double score[MAX_COLOURS];
    int mover = board->mover, colours = rules.colours, seats = seats_seen;
    count_score(board, score, owner);
    for (int point = 0; point < rules.points; point++) {
        int state = board->state[point];
        u32 ring = LOW(board->ring[point]), seen = 1u << ON_BOARD;
        if (state == EMPTY) {
            if (owner[point])
                seen |= 1u << (owner[point] - 1 == mover ? OWN_AREA : OTHER_AREA);
            for (int colour = 0; colour < colours && rules.family != CONTROL; colour++)
                if (is_eye(board, point, colour))
                    seen |= 1u << (colour == mover ? OWN_EYE : OTHER_EYE);
        } else {
            seen |= 1u << (STONES + (state - 1 - mover + colours) % colours);
        }
        if (rules.family == CONTROL && state == EMPTY && controller[ring])
            seen |= 1u << (controller[ring] - 1 == mover ? OWN_FREEDOM : OTHER_FREEDOM);
        if (rules.family == LINKED) {
            u32 linked = state == EMPTY ? open_links[ring] : ROW(links, state - 1)[ring];
            u32 free = state == EMPTY ? 0 : ROW(liberties, state - 1)[ring];
            seen |= (linked | free << rules.neighbours) << (STONES + seats);
        }
        planes[point] = seen;
    }
    if (board->last != NONE)
        planes[board->last] |= 1u << LATEST;
    if (rules.family != CONTROL)
        see_freedom(board);

    double mean = 0, mean_bonus = 0;
    for (int colour = 0; colour < colours; colour++) {
        mean += score[colour] / colours;
        mean_bonus += bonus[colour] / colours;
    }
    for (int seat = 0; seat < seats; seat++) {
        signs[seat] = signs[seats + seat] = 0;
        signs[2 * seats + seat] = 1;
        if (seat >= colours)
            continue;
        int colour = colour_of_seat(mover, seat);
        signs[seat] = (float)(bonus[colour] - mean_bonus) / 10;
        signs[seats + seat] = (float)(score[colour] - mean) / 10;
        signs[2 * seats + seat] = (float)has_left(colour);
    }
    float *more = signs + 3 * seats;
    more[0] = board->button == 0;
    more[1] = board->button == 1 + mover;
    more[2] = board->button > 0 && board->button != 1 + mover;
    more[3] = board->passes > 0;
    more[4] = rules.last_pass ? (float)board->passes / (float)rules.last_pass : 0;
    more[5] = (float)rules.points / 100;
    more[6] = (float)board->free_count / (float)rules.points;
    more[7] = board->captures != 0;
    more[8] = (float)colours / 4;
}

/* Whether a legal stone of the mover captures stones of others, which are removed first; `try_stone` has just
 * tried it. */
static int captures_at(struct board *board, int point)
{
    if (rules.family != CONTROL)
        return removed_count && removed_state[0] != 1 + board->mover;
    int captures = 0;
    set_state(board, point, 1 + board->mover);
    for (int slot = 0; slot < rules.neighbours && !captures; slot++)
        captures = around[point][slot] != NONE && falls(board, around[point][slot]);
    set_state(board, point, EMPTY);
    return captures;
}

/* Fill `planes` and `signs`, and list the moves that a net chooses among: what is legal, without sure
 * eyes. Returns how many they are; they are in `seen_moves`, points first, then the declaration that is
 * possible. */
static u16 seen_moves[MAX_POINTS + 1];

static int see_all(struct board *board)
{
    int count = 0, word = declaration(board);
    see(board);
    for (int at = 0; at < board->free_count && !has_left(board->mover); at++) {
        int point = board->free[at];
        if (is_sure_eye(board, point, board->mover) || !try_stone(board, point, 0))
            continue;
        planes[point] |= 1u << PLAYABLE | (u32)captures_at(board, point) << CAPTURING;
        seen_moves[count++] = (u16)point;
    }
    if (word != NONE)
        seen_moves[count++] = (u16)word;
    return count;
}

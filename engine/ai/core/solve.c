/* CONTROL: the exact end of a game for two, by alpha-beta over the moves that are left.
 *
 * No position recurs in this family and a full board ends it, so a board and its mover are all there
 * is to know, and what was found is kept by hash. The search gives up after a number of positions;
 * then the tree search decides alone.
 */

enum { KNOWN = 1 << 15, UNKNOWN = -10000, DEEPEST_END = 40 };
static u64 known_key[KNOWN];
static short known_low[KNOWN], known_high[KNOWN];
static int positions_left;
static struct board ends[DEEPEST_END];

/* The margin of the mover under best play, or UNKNOWN; within (alpha, beta) it is exact. */
static int solve(int depth, int alpha, int beta)
{
    struct board *board = &ends[depth];
    if (!board->free_count) {
        int margin = 0;
        for (int point = 0; point < rules.points; point++)
            margin += board->state[point] == 1 + board->mover ? 1 : -1;
        return margin;
    }
    if (--positions_left < 0 || depth + 1 == DEEPEST_END)
        return UNKNOWN;
    u64 key = board->hash ^ mixed((u64)(2000 + board->mover));
    u32 at = (u32)key & (KNOWN - 1);
    int low = -rules.points, high = rules.points;
    if (known_key[at] == key) {
        low = known_low[at];
        high = known_high[at];
        if (low >= beta || low == high)
            return low;
        if (high <= alpha)
            return high;
    }
    int best = UNKNOWN, from = alpha;
    for (int index = 0; index < board->free_count; index++) {
        copy_board(&ends[depth + 1], board);
        if (!place(&ends[depth + 1], board->free[index]))
            continue;
        int margin = solve(depth + 1, -beta, -from);
        if (margin == UNKNOWN)
            return UNKNOWN;
        if (-margin > best)
            best = -margin;
        if (best > from)
            from = best;
        if (best >= beta)
            break;
    }
    if (best == UNKNOWN) { /* no legal stone: a forced pass */
        copy_board(&ends[depth + 1], board);
        declare(&ends[depth + 1], PASS);
        int margin = solve(depth + 1, -beta, -alpha);
        if (margin == UNKNOWN)
            return UNKNOWN;
        best = -margin;
    }
    known_key[at] = key;
    known_low[at] = (short)(best > alpha ? best : low);
    known_high[at] = (short)(best < beta ? best : high);
    return best;
}

/* The margin of the mover after each legal stone of the root, by point. Returns whether all are known. */
static int solve_root(int positions, int *margins)
{
    __builtin_memset(known_key, 0, sizeof known_key);
    positions_left = positions;
    for (int index = 0; index < root.free_count; index++) {
        int point = root.free[index];
        copy_board(&ends[0], &root);
        margins[point] = UNKNOWN;
        if (!place(&ends[0], point))
            continue;
        int margin = solve(0, -rules.points - 1, rules.points + 1);
        if (margin == UNKNOWN)
            return 0;
        margins[point] = -margin;
    }
    return 1;
}

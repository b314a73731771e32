/* The exact end of a game of CONTROL for two, by alpha-beta over the moves that are left. What was found
 * is kept by the board and its mover, since no position recurs.
 */

enum { KNOWN = 1 << 15, FARTHEST = 64 };

static u64 known_key[KNOWN];
static short known_low[KNOWN], known_high[KNOWN];

/* The margin of the mover under best play, or UNKNOWN; within (alpha, beta) it is exact. */
static int solve(int depth, int alpha, int beta)
{
    struct board *board = &ends[depth];
    if (is_over(board))
        return margin_of(board);
    if (--positions_left < 0 || depth + 1 == FARTHEST)
        return UNKNOWN;
    u64 key = board->hash ^ mixed((u64)(2000 + board->mover));
    u32 at = (u32)key & (KNOWN - 1);
    int low = -everywhere(), high = everywhere();
    if (known_key[at] == key) {
        low = known_low[at];
        high = known_high[at];
        if (low >= beta || low == high)
            return low;
        if (high <= alpha)
            return high;
    }
    int best = UNKNOWN, from = alpha, word = declaration(board);
    for (int index = word == NONE ? 0 : -1; index < board->free_count && best < beta; index++) {
        if (!take_turn(depth, index < 0 ? word : board->free[index]))
            continue;
        int margin = solve(depth + 1, -beta, -from);
        if (margin == UNKNOWN)
            return UNKNOWN;
        if (-margin > best)
            best = -margin;
        if (best > from)
            from = best;
    }
    known_key[at] = key;
    known_low[at] = (short)(best > alpha ? best : low);
    known_high[at] = (short)(best < beta ? best : high);
    return best;
}

static int solve_moves(void)
{
    int word = declaration(&root);
    __builtin_memset(known_key, 0, sizeof known_key);
    copy_board(&ends[0], &root);
    for (int index = word == NONE ? 0 : -1; index < root.free_count; index++) {
        int move = index < 0 ? word : root.free[index];
        if (!take_turn(0, move))
            continue;
        int margin = solve(1, -everywhere() - 1, everywhere() + 1);
        if (margin == UNKNOWN)
            return 0;
        least[move] = most[move] = -margin;
    }
    return 1;
}

/* The bounds of the root's moves after at most so many positions. Returns whether the best one is sure. */
static int solve_root(int positions)
{
    for (int move = 0; move < MOVES; move++) {
        least[move] = most[move] = UNKNOWN;
        is_worse[move] = 0;
    }
    positions_left = positions;
    if (rules.family == CONTROL)
        return solve_moves() && conclude();
    prove_moves();
    return conclude();
}

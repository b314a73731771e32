/* The exact end of a game for two, by alpha-beta over the moves that are left: the last moves of
 * CONTROL, the last points of LINKED, ADJACENT on boards of a few points; and for tests any position.
 *
 * Lines of the other families can be very long, so there the search goes to a horizon, once as if
 * everything beyond were lost for the root's mover and once as if it were won, and again with a farther
 * horizon until the best move is sure.
 *
 * What was found is kept by a hash of all that there is to know. In CONTROL no position recurs, so that is
 * the board and its mover; otherwise it is also the anchor, the passes, the button, and everything that
 * was there since the root. The search gives up after a number of positions; then the tree search decides
 * alone. Margins are in half points, for the button.
 */

enum { KNOWN = 1 << 15, UNKNOWN = -10000, DEEPEST_END = 64 };

/* ADJACENT is solved on boards of so few points, LINKED when so few are empty; and how many times as many
 * positions may be looked at as in CONTROL. */
enum { FEW_POINTS = 4, FEW_LEFT = 7, MORE_ADJACENT = 10, MORE_LINKED = 2 };

static u64 known_key[KNOWN];
static short known_low[KNOWN], known_high[KNOWN];
static int positions_left;
static struct board ends[DEEPEST_END];

/* The largest margin that there can be. */
static int everywhere(void)
{
    return 2 * rules.points + rules.halves;
}

static int can_solve(void)
{
    return rules.family == CONTROL ||
           (rules.family == LINKED && root.free_count <= FEW_LEFT) ||
           (rules.family == ADJACENT && rules.colours == 2 && rules.points <= FEW_POINTS);
}

/* By how many half points the mover is ahead as the board stands, without komi. */
static int margin_of(const struct board *board)
{
    static u8 owner[MAX_POINTS];
    double score[MAX_COLOURS];
    count_score(board, score, owner);
    double lead = score[board->mover] - bonus[board->mover];
    return (int)(2 * (lead - (score[1 - board->mover] - bonus[1 - board->mover])));
}

static u64 everything(const struct board *board)
{
    u64 key = board->hash ^ mixed((u64)(2000 + board->mover));
    if (rules.family != CONTROL)
        key ^= mixed(board->anchor) ^ mixed((u64)(3000 + board->passes)) ^
               mixed((u64)(4000 + board->button)) ^ present_hash;
    return key;
}

static int horizon, beyond_it; /* the last depth, and what the root's mover gets beyond it */

/* The margin of the mover under best play, or UNKNOWN; within (alpha, beta) it is exact. */
static int solve(int depth, int alpha, int beta)
{
    struct board *board = &ends[depth];
    if (is_over(board))
        return margin_of(board);
    if (--positions_left < 0 || depth + 1 == DEEPEST_END)
        return UNKNOWN;
    if (depth >= horizon)
        return board->mover == root.mover ? beyond_it : -beyond_it;
    u64 key = everything(board) ^ mixed((u64)(5000 + 2 * (horizon - depth) + (beyond_it > 0)));
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
    int best = UNKNOWN, from = alpha, past_of = present_count, word = declaration(board);
    for (int index = word == NONE ? 0 : -1; index < board->free_count && best < beta; index++) {
        copy_board(&ends[depth + 1], board);
        if (index < 0)
            declare(&ends[depth + 1], word);
        else if (!place(&ends[depth + 1], board->free[index]))
            continue;
        int margin = solve(depth + 1, -beta, -from);
        forget_present(past_of);
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

/* The margin of the mover after each legal move of the root, by its number. Returns whether all are
 * known. */
static int solve_moves(int *margins)
{
    int word = declaration(&root);
    __builtin_memset(known_key, 0, sizeof known_key);
    new_line();
    for (int index = word == NONE ? 0 : -1; index < root.free_count; index++) {
        int move = index < 0 ? word : root.free[index];
        margins[move] = UNKNOWN;
        copy_board(&ends[0], &root);
        if (index < 0)
            declare(&ends[0], move);
        else if (!place(&ends[0], move))
            continue;
        int margin = solve(0, -everywhere() - 1, everywhere() + 1);
        forget_present(0);
        if (margin == UNKNOWN)
            return 0;
        margins[move] = -margin;
    }
    return 1;
}

/* Bounds of the margins of the root's moves; whether a move is known to be worse than another one. */
static int least[MOVES], most[MOVES];
static u8 is_worse[MOVES];

static int highest(const int *margins)
{
    int best = margins[declaration(&root)];
    for (int at = 0; at < root.free_count; at++)
        if (margins[root.free[at]] > best)
            best = margins[root.free[at]];
    return best;
}

/* What is sure of the root's moves: the margin of the best one, and at least so much that another one is
 * no better. Returns whether it was found after a number of positions; if not, `is_worse` may still tell
 * which moves to leave out. */
static int solve_root(int positions, int *margins)
{
    __builtin_memset(is_worse, 0, sizeof is_worse);
    positions_left = positions;
    horizon = DEEPEST_END;
    if (rules.family == CONTROL)
        return solve_moves(margins);
    for (horizon = 4; horizon < DEEPEST_END - 1; horizon += 4) {
        beyond_it = -everywhere();
        if (!solve_moves(least))
            return 0;
        beyond_it = everywhere();
        if (!solve_moves(most))
            return 0;
        int best = highest(least), word = declaration(&root);
        for (int at = -1; at < root.free_count; at++) {
            int move = at < 0 ? word : root.free[at];
            is_worse[move] = most[move] < best;
            margins[move] = least[move];
        }
        if (highest(most) == best)
            return 1;
    }
    return 0;
}

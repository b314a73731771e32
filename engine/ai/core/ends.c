/* The exact search of ends for two: by alpha-beta in CONTROL (solve.c), else by proof numbers (prove.c).
 * Here is what they have in common, and what is known of the moves of the root.
 *
 * A search gives up after a number of positions; then the tree search decides, but without moves that are
 * known to be worse than another one. Margins are in half points, for the button.
 */

/* ADJACENT is solved on boards of so few points, LINKED when so few are empty; and how many times as many
 * positions may be looked at as in CONTROL. */
enum { FEW_POINTS = 4, FEW_LEFT = 7, MORE_ADJACENT = 10, MORE_LINKED = 2 };
enum { UNKNOWN = -10000, DEEPEST_END = 256 };

static int positions_left;
static struct board ends[DEEPEST_END];

/* Bounds of the margins of the root's moves, UNKNOWN of those that are not legal. */
static int least[MOVES], most[MOVES];
static u8 is_worse[MOVES];

static int can_solve(void)
{
    return rules.family == CONTROL ||
           (rules.family == LINKED && root.free_count <= FEW_LEFT) ||
           (rules.family == ADJACENT && rules.colours == 2 && rules.points <= FEW_POINTS);
}

/* The largest margin that there can be. */
static int everywhere(void)
{
    return 2 * rules.points + rules.halves;
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

/* A turn from one board of the line to the next one. Returns whether it is legal. */
static int take_turn(int depth, int move)
{
    copy_board(&ends[depth + 1], &ends[depth]);
    if (move < MAX_POINTS)
        return place(&ends[depth + 1], move);
    declare(&ends[depth + 1], move);
    return 1;
}

/* Conclude from the bounds which moves are worse. Returns whether the best margin is sure; then a move that
 * is sure of less is no better. */
static int conclude(void)
{
    int sure = UNKNOWN, possible = UNKNOWN;
    for (int move = 0; move < MOVES; move++) {
        sure = least[move] > sure ? least[move] : sure;
        possible = most[move] > possible ? most[move] : possible;
    }
    for (int move = 0; move < MOVES; move++)
        is_worse[move] = most[move] < sure;
    return possible == sure;
}

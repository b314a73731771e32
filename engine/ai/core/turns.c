/* Turns of any family: which are legal, what they do, when the game is over, who has what. */

/* The colours whose players have left, as bits: they pass at every turn, and cannot win. */
static u32 departed;

static inline int has_left(int colour)
{
    return departed >> colour & 1;
}

/* Put a stone of the mover on an empty point. Returns whether that is legal; if not, nothing changes.
 * Without `keep` nothing changes in any case. */
static inline int try_stone(struct board *board, int point, int keep)
{
    switch (rules.family) {
    case LINKED:
        return linked_place(board, point, keep);
    case ADJACENT:
        return adjacent_place(board, point, keep);
    default:
        return control_place(board, point, keep);
    }
}

static void next_turn(struct board *board)
{
    board->mover = board->mover + 1 == rules.colours ? 0 : board->mover + 1;
}

/* A placement with all that it does. Returns whether it was legal; if not, nothing has changed. */
static int place(struct board *board, int point)
{
    if (!try_stone(board, point, 1))
        return 0;
    board->last = point;
    board->passes = 0;
    next_turn(board);
    return 1;
}

/* A pass or the button. */
static void declare(struct board *board, int move)
{
    removed_count = 0;
    if (move == BUTTON)
        board->passes = 0;
    if (rules.family == LINKED)
        linked_declare(board, move);
    else if (rules.family == ADJACENT)
        adjacent_pass(board);
    if (!has_left(board->mover))
        board->last = NONE;
    next_turn(board);
}

static int is_over(const struct board *board)
{
    if (rules.family == CONTROL)
        return !board->free_count;
    return board->passes == rules.last_pass;
}

/* The declaration that is possible in this position, or NONE. */
static int declaration(struct board *board)
{
    if (rules.family == CONTROL) {
        for (int at = 0; at < board->free_count; at++)
            if (control_allows(board, board->free[at]))
                return NONE;
        return PASS;
    }
    return board->button == 0 ? BUTTON : PASS;
}

/* Komi and what else is not on the board, filled from outside; the button is added where it is taken. */
static double bonus[MAX_COLOURS];

/* The points of each colour as the board stands, and the owner of each point. */
static void count_score(const struct board *board, double *score, u8 *owner)
{
    if (rules.family == CONTROL)
        __builtin_memcpy(owner, board->state, (u32)rules.points);
    else
        find_owners(board, owner);
    for (int colour = 0; colour < rules.colours; colour++)
        score[colour] = bonus[colour];
    for (int point = 0; point < rules.points; point++)
        if (owner[point])
            score[owner[point] - 1] += 1;
    if (board->button > 0)
        score[board->button - 1] += rules.halves * 0.5;
}

/* ADJACENT (Kee): suicide; no situation (stones and anchor) may recur, whoever made it; the anchor is
 * the board that all players but one last passed in a row. */

static u64 anchor_of(u64 hash)
{
    return mixed(hash) | 1;
}

static u64 situation(u64 hash, u64 anchor)
{
    return hash ^ anchor;
}

/* Legal, but hardly ever wise: playouts leave it out. */
static int suicide_allowed = 1;

static int adjacent_place(struct board *board, int point, int keep)
{
    if (!put_and_remove(board, point, suicide_allowed))
        return 0;
    u64 hash = hash_after(board, point);
    /* Suicide of a single stone changes nothing, and what is on the board has been before. */
    int legal = hash != board->hash;
    if (legal && (board->captures || removed_count) && has_been(situation(hash, board->anchor)))
        legal = 0;
    if (!legal || !keep) {
        put_back(board, point);
        return legal;
    }
    board->hash = hash;
    keep_removal(board, point);
    note_present(situation(hash, board->anchor));
    return 1;
}

static void adjacent_pass(struct board *board)
{
    board->passes++;
    if (board->passes >= rules.colours - 1)
        board->anchor = anchor_of(board->hash);
    note_present(situation(board->hash, board->anchor));
}

/* LINKED (Keil): no suicide; a board may not recur at the end of the same player's turn; the button. */

/* What a player's list says of a board: whose list, which stones, whether the button is taken. */
static u64 linked_key(u64 hash, int colour, int taken)
{
    return hash ^ mixed((u64)(1000 + 2 * colour + taken));
}

static int linked_place(struct board *board, int point, int keep)
{
    int taken = board->button > 0;
    if (!put_and_remove(board, point, 0))
        return 0;
    u64 hash = hash_after(board, point);
    int legal = !((board->captures || removed_count) && has_been(linked_key(hash, board->mover, taken)));
    if (!legal || !keep) {
        put_back(board, point);
        return legal;
    }
    board->hash = hash;
    keep_removal(board, point);
    note_present(linked_key(hash, board->mover, taken));
    return 1;
}

/* Every turn puts the board on the mover's list, one without a stone too. */
static void linked_declare(struct board *board, int move)
{
    if (move == BUTTON)
        board->button = 1 + board->mover;
    else
        board->passes++;
    note_present(linked_key(board->hash, board->mover, board->button > 0));
}

/* CONTROL (Ki): a stone may not stand where the opponent controls the point; stones of the opponent fall
 * where the mover controls the point, once or until nothing is left. */

static int control_allows(const struct board *board, int point)
{
    return controller[LOW(board->ring[point])] != 2 - board->mover;
}

static int falls(const struct board *board, int point)
{
    int own = 1 + board->mover;
    return board->state[point] == 3 - own && controller[LOW(board->ring[point])] == own;
}

static void fell(struct board *board, int from)
{
    for (int at = from; at < removed_count; at++) {
        board->hash ^= zobrist[board->state[removed[at]] - 1][removed[at]];
        set_state(board, removed[at], EMPTY);
        add_free(board, removed[at]);
    }
}

/* Collect the stones that fall among those around a point. */
static void collect_around(const struct board *board, int point)
{
    for (int slot = 0; slot < rules.neighbours; slot++) {
        int stone = around[point][slot];
        if (stone != NONE && falls(board, stone))
            removed[removed_count++] = (u16)stone;
    }
}

static int control_place(struct board *board, int point, int keep)
{
    if (!control_allows(board, point) || !keep)
        return control_allows(board, point);
    removed_count = 0;
    set_state(board, point, 1 + board->mover);
    board->hash ^= zobrist[board->mover][point];
    drop_free(board, point);

    if (!rules.cascade || rules.unsettled) {
        /* Stones that an earlier turn left standing can be anywhere. */
        int done = 0;
        do {
            for (int stone = 0; stone < rules.points; stone++)
                if (falls(board, stone))
                    removed[removed_count++] = (u16)stone;
            int from = done;
            done = removed_count;
            fell(board, from);
            if (done == from)
                break;
        } while (rules.cascade);
        return 1;
    }
    /* Removing a stone can give control only of what is beside it. */
    collect_around(board, point);
    fell(board, 0);
    for (int at = 0; at < removed_count; at++) {
        int from = removed_count;
        collect_around(board, removed[at]);
        fell(board, from);
    }
    return 1;
}

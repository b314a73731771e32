/* The exact end of a game of LINKED or ADJACENT for two, by proof numbers: does the mover of the root reach
 * so much?
 *
 * Lines are long there, and alpha-beta would follow all of them to one depth. This search looks at whatever
 * takes the least to decide. For each position it keeps two numbers, from the mover's side: how many
 * positions it takes at least to show that the mover reaches the goal (`effort`), and to show that the
 * mover does not (`against`). A mover needs one good move, so its effort is the least of what is against
 * the opponent after a move, and the sum of the opponent's efforts is against it. The search goes on where
 * the effort is least, down to a position whose numbers have grown beyond those of the next best (df-pn:
 * Nagai 2002), so a table is all the memory that it needs.
 *
 * What is kept has everything in its key that was there since the root: no position recurs, so numbers
 * never depend on the way.
 */

enum { PROVED_WAYS = 4, PROVED = (1 << 18) / PROVED_WAYS, ENDLESS = 1 << 30, MOST_TURNS = MAX_POINTS + 1 };

struct proof {
    u64 key;
    u32 effort;
    u32 against;
};
static struct proof proved[PROVED][PROVED_WAYS];

/* The goal: the least margin of the root's mover. */
static int goal;

/* The turns that were found in a position of the line. */
static struct turn {
    u64 key;
    u32 effort; /* of the opponent, after this turn */
    u32 against;
    int move;
    int over; /* whether it ends the game: then the numbers are final */
} turns_at[DEEPEST_END][MOST_TURNS];

/* A hash of all that there is to know for the goal. */
static u64 key_of_proof(const struct board *board)
{
    return board->hash ^ mixed(board->anchor) ^ mixed((u64)(2000 + board->mover)) ^
           mixed((u64)(3000 + board->passes)) ^ mixed((u64)(4000 + board->button)) ^ present_hash ^
           mixed((u64)(6000 + goal));
}

static void look_up(struct turn *turn)
{
    const struct proof *kept = proved[turn->key & (PROVED - 1)];
    if (turn->over)
        return;
    turn->effort = turn->against = 1;
    for (int way = 0; way < PROVED_WAYS; way++)
        if (kept[way].key == turn->key) {
            turn->effort = kept[way].effort;
            turn->against = kept[way].against;
            return;
        }
}

/* Keep what is known of a position, instead of what took the least. */
static void keep(u64 key, u32 effort, u32 against)
{
    struct proof *kept = proved[key & (PROVED - 1)], *worst = kept;
    for (int way = 0; way < PROVED_WAYS; way++) {
        if (kept[way].key == key) {
            worst = &kept[way];
            break;
        }
        if (kept[way].effort + kept[way].against < worst->effort + worst->against)
            worst = &kept[way];
    }
    *worst = (struct proof){key, effort, against};
}

/* List the turns of a board of the line. */
static int list_turns(int depth)
{
    struct board *board = &ends[depth];
    int count = 0, past_of = present_count, word = declaration(board);
    for (int at = -1; at < board->free_count; at++) {
        struct turn *turn = &turns_at[depth][count];
        turn->move = at < 0 ? word : board->free[at];
        if (turn->move == NONE || !take_turn(depth, turn->move))
            continue;
        struct board *after = &ends[depth + 1];
        positions_left--;
        turn->key = key_of_proof(after);
        turn->over = is_over(after);
        if (turn->over) {
            int good = after->mover == root.mover ? margin_of(after) >= goal : -margin_of(after) < goal;
            turn->effort = good ? 0 : ENDLESS;
            turn->against = good ? ENDLESS : 0;
        }
        forget_present(past_of);
        count++;
    }
    return count;
}

/* Search a position of the line until one of its numbers is as large as these, and keep them. */
static void expand_proof(int depth, u64 key, u32 most_effort, u32 most_against)
{
    int count = list_turns(depth), past_of = present_count;
    for (;;) {
        u32 effort = ENDLESS, second = ENDLESS;
        u64 sum = 0;
        struct turn *best = turns_at[depth];
        for (int at = 0; at < count; at++) {
            struct turn *turn = &turns_at[depth][at];
            look_up(turn);
            sum += turn->effort;
            if (turn->against < effort) {
                second = effort;
                effort = turn->against;
                best = turn;
            } else if (turn->against < second) {
                second = turn->against;
            }
        }
        u32 against = !effort ? ENDLESS : sum < ENDLESS ? (u32)sum : ENDLESS - 1;
        if (depth + 2 == DEEPEST_END)
            positions_left = NONE;
        if (effort >= most_effort || against >= most_against || positions_left < 0) {
            keep(key, effort, against);
            return;
        }
        u32 others = against - best->effort;
        take_turn(depth, best->move);
        expand_proof(depth + 1, best->key, most_against - others,
                     most_effort < second + 1 ? most_effort : second + 1);
        forget_present(past_of);
    }
}

/* Whether the root's mover reaches so much by this move: 1 or 0, or NONE if that is not known. */
static int proves(int move, int wanted)
{
    goal = wanted;
    copy_board(&ends[0], &root);
    new_line();
    take_turn(0, move);
    struct board *after = &ends[1];
    if (is_over(after))
        return -margin_of(after) >= goal;
    struct turn turn = {.key = key_of_proof(after)};
    look_up(&turn);
    if (turn.effort && turn.against)
        expand_proof(1, turn.key, ENDLESS, ENDLESS);
    look_up(&turn);
    return !turn.against ? 1 : !turn.effort ? 0 : NONE;
}

/* Whether the root's mover reaches so much by any move; what that says of the moves is noted. */
static int proves_any(int wanted)
{
    goal = wanted;
    copy_board(&ends[0], &root);
    new_line();
    expand_proof(0, key_of_proof(&root), ENDLESS, ENDLESS);
    int count = list_turns(0), any = 0, all = 1;
    for (int at = 0; at < count; at++) {
        struct turn *turn = &turns_at[0][at];
        look_up(turn);
        any |= !turn->against;
        all &= !turn->effort;
        if (!turn->against && least[turn->move] < goal)
            least[turn->move] = goal;
        if (!turn->effort && most[turn->move] >= goal)
            most[turn->move] = goal - 2;
    }
    return any ? 1 : all ? 0 : NONE;
}

/* The bounds of the root's moves, as far as the positions that are left tell: first the best margin, then
 * what the other moves lose. Whether a margin is even is decided by the button alone. */
static void prove_moves(void)
{
    static int moves[MOST_TURNS];
    int low = -everywhere(), high = everywhere();
    __builtin_memset(proved, 0, sizeof proved);
    copy_board(&ends[0], &root);
    new_line();
    int count = list_turns(0);
    for (int at = 0; at < count; at++) {
        moves[at] = turns_at[0][at].move;
        least[moves[at]] = low;
        most[moves[at]] = high;
    }
    while (low < high) {
        int middle = low + (high - low + 2) / 4 * 2, reached = proves_any(middle);
        if (reached == NONE)
            return;
        if (reached)
            low = middle;
        else
            high = middle - 2;
    }
    for (int at = 0; at < count; at++)
        for (int move = moves[at], wanted = low; least[move] < most[move];) {
            int reached = proves(move, wanted);
            if (reached == NONE)
                return;
            if (reached)
                least[move] = wanted;
            else
                most[move] = wanted - 2;
            wanted = least[move] + (most[move] - least[move] + 2) / 4 * 2;
        }
}

/* Groups, captures and territories, for the families in which groups live by liberties. */

static u32 flood_seen[MAX_POINTS], flood;
static u32 dead_seen[MAX_POINTS], dead_flood;

/* For a ring and a colour: the neighbouring slots of stones of other colours. */
static u8 others_at[MAX_ROWS];

static void prepare_tables_of_groups(void)
{
    u32 beyond = (1u << rules.bits) - 1;
    for (int colour = 0; colour < rules.colours; colour++)
        for (u32 ring = 0; ring < rings; ring++) {
            u8 slots = 0;
            for (int slot = 0; slot < rules.neighbours; slot++) {
                u32 state = ring >> slot * rules.bits & beyond;
                if (state != EMPTY && state != beyond && state != 1 + (u32)colour)
                    slots |= (u8)(1 << slot);
            }
            ROW(others_at, colour)[ring] = slots;
        }
}

static void prepare_groups(void)
{
    __builtin_memset(flood_seen, 0, sizeof flood_seen);
    __builtin_memset(dead_seen, 0, sizeof dead_seen);
    flood = dead_flood = 0;
}

/* The group of a stone if it has no liberty: its stones in `group`, and how many they are; else 0. */
static int without_liberties(const struct board *board, int stone, u16 *group)
{
    int colour = board->state[stone] - 1, count = 0;
    const u8 *linked = ROW(links, colour), *free = ROW(liberties, colour);
    if (free[LOW(board->ring[stone])])
        return 0;
    flood_seen[stone] = ++flood;
    group[count++] = (u16)stone;
    for (int at = 0; at < count; at++) {
        int point = group[at];
        for (u32 slots = linked[LOW(board->ring[point])]; slots; slots &= slots - 1) {
            int other = around[point][__builtin_ctz(slots)];
            if (flood_seen[other] == flood)
                continue;
            if (free[LOW(board->ring[other])])
                return 0;
            flood_seen[other] = flood;
            group[count++] = (u16)other;
        }
    }
    return count;
}

/* Add the group of a stone to `removed` if it has no liberty and is not there yet. */
static void collect_dead(const struct board *board, int stone)
{
    if (dead_seen[stone] == dead_flood)
        return;
    int more = without_liberties(board, stone, removed + removed_count);
    for (int end = removed_count + more; removed_count < end; removed_count++)
        dead_seen[removed[removed_count]] = dead_flood;
}

/* Take the stones in `removed` off the board, from number `first` on. */
static void take_off(struct board *board, int first)
{
    for (int at = first; at < removed_count; at++) {
        removed_state[at] = board->state[removed[at]];
        set_state(board, removed[at], EMPTY);
    }
}

/* The board as it was before `put_and_remove`. */
static void put_back(struct board *board, int point)
{
    for (int at = 0; at < removed_count; at++)
        set_state(board, removed[at], removed_state[at]);
    set_state(board, point, EMPTY);
}

/* Whether a stone of the mover would stand alone without a liberty, and plainly capture nothing. This is
 * what most refused stones are, and nothing has to be put on the board to see it. */
static int plain_suicide(const struct board *board, int point, int colour)
{
    u32 ring = LOW(board->ring[point]);
    if (ROW(liberties, colour)[ring] | ROW(links, colour)[ring])
        return 0;
    for (u32 slots = ROW(others_at, colour)[ring]; slots; slots &= slots - 1) {
        int slot = __builtin_ctz(slots), stone = around[point][slot];
        u32 after = LOW(board->ring[stone] + ((u32)(1 + colour) << shift_back[slot]));
        if (!ROW(liberties, board->state[stone] - 1)[after])
            return 0;
    }
    return 1;
}

/* Put a stone of the mover on an empty point and remove what has no liberty: the stones of others, all
 * at once, judged before any is removed, and then, with `suicide`, the mover's own.
 *
 * Returns whether the stone may stand: without `suicide` its group needs a liberty. If not, nothing has
 * changed.
 */
static int put_and_remove(struct board *board, int point, int suicide)
{
    int own = 1 + board->mover;
    removed_count = 0;
    if (!suicide && !rules.unsettled && plain_suicide(board, point, board->mover))
        return 0;
    dead_flood++;
    set_state(board, point, own);

    /* If every group had a liberty before, only those beside the stone can have lost theirs. */
    if (rules.unsettled) {
        for (int stone = 0; stone < rules.points; stone++)
            if (board->state[stone] != EMPTY && board->state[stone] != own)
                collect_dead(board, stone);
    } else {
        for (u32 slots = ROW(others_at, own - 1)[LOW(board->ring[point])]; slots; slots &= slots - 1)
            collect_dead(board, around[point][__builtin_ctz(slots)]);
    }
    take_off(board, 0);

    int others = removed_count;
    if (!suicide) {
        if (!without_liberties(board, point, removed + others))
            return 1;
        put_back(board, point);
        return 0;
    }
    if (rules.unsettled) {
        for (int stone = 0; stone < rules.points; stone++)
            if (board->state[stone] == own)
                collect_dead(board, stone);
    } else {
        collect_dead(board, point);
    }
    take_off(board, others);
    return 1;
}

/* The hash of the board after `put_and_remove`. */
static u64 hash_after(const struct board *board, int point)
{
    u64 hash = board->hash ^ zobrist[board->mover][point];
    for (int at = 0; at < removed_count; at++)
        hash ^= zobrist[removed_state[at] - 1][removed[at]];
    return hash;
}

/* Make the list of empty points that of the board after `put_and_remove`. The list is changed here
 * alone, so a stone that is refused leaves it as it was. */
static void keep_removal(struct board *board, int point)
{
    drop_free(board, point);
    for (int at = 0; at < removed_count; at++)
        add_free(board, removed[at]);
    board->captures |= removed_count;
}

/* The owner of every point: EMPTY, or 1 + the colour whose stone stands there or whose stones alone
 * the point's territory is linked to. */
static void find_owners(const struct board *board, u8 *owner)
{
    static u16 part[MAX_POINTS];
    flood++;
    for (int point = 0; point < rules.points; point++)
        if (board->state[point] != EMPTY)
            owner[point] = board->state[point];
    for (int from = 0; from < rules.points; from++) {
        if (board->state[from] != EMPTY || flood_seen[from] == flood)
            continue;
        int count = 0;
        u32 colours = 0;
        flood_seen[from] = flood;
        part[count++] = (u16)from;
        for (int at = 0; at < count; at++) {
            int point = part[at];
            u32 ring = LOW(board->ring[point]);
            colours |= touching[ring];
            for (u32 slots = open_links[ring]; slots; slots &= slots - 1) {
                int other = around[point][__builtin_ctz(slots)];
                if (flood_seen[other] != flood) {
                    flood_seen[other] = flood;
                    part[count++] = (u16)other;
                }
            }
        }
        int alone = colours && !(colours & (colours - 1));
        for (int at = 0; at < count; at++)
            owner[part[at]] = (u8)(alone ? 1 + __builtin_ctz(colours) : EMPTY);
    }
}

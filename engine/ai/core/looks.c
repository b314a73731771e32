/* How a legal point looks to the colour that may move there: its pattern, and a few small numbers, its
 * *traits*. What was learned gives every pattern and every value of a trait a factor; their product says
 * how likely the move is to be a good one.
 *
 * The tree looks at every move of a node once, playouts never do; so a look may flood a few groups.
 */

/* The traits. In CONTROL, FREEDOM and PRESSURE mean something else, and RELIEF is always 0. */
enum trait {
    STEPS,       /* from the last stone, up to FARTHEST; 0 if the last move was none */
    LINE,        /* from the edge, where it is 1, up to HIGHEST_LINE */
    BEYOND_RING, /* stones two steps away, each kind up to 3: own + 4 * others */
    CAPTURES,    /* stones that it removes, up to 3; in CONTROL only those that fall first */
    FREEDOM,     /* the liberties of its group then, up to 4; CONTROL: free neighbours that it gains */
    RELIEF,      /* 1 if an own group beside it had one liberty and the stone's has more, 2 if not more */
    PRESSURE,    /* the fewest liberties of a group of others beside it then, up to 3, 0 if there is
                    none; CONTROL: free neighbours that the other colour loses */
    TRAITS
};
enum { VALUES = 16, FARTHEST = 7, HIGHEST_LINE = 4, MOST_SECOND = 16 };

struct look {
    u16 pattern;
    u8 traits[TRAITS];
};

/* Learned, and filled from outside. */
static float trait_factor[TRAITS][VALUES];

/* Of each point: the steps to each other one, its line, and the points two steps away. */
static u8 steps[MAX_POINTS][MAX_POINTS];
static u8 lines[MAX_POINTS];
static u16 second[MAX_POINTS][MOST_SECOND];
static u8 second_count[MAX_POINTS];

static void prepare_looks(void)
{
    static u16 reached[MAX_POINTS];
    for (int from = 0; from < rules.points; from++) {
        int count = 0;
        __builtin_memset(steps[from], FARTHEST, (u32)rules.points);
        steps[from][from] = 0;
        second_count[from] = 0;
        reached[count++] = (u16)from;
        for (int at = 0; at < count; at++) {
            int point = reached[at], next = steps[from][point] + 1;
            for (int slot = 0; slot < rules.slots && next < FARTHEST; slot++) {
                int other = around[point][slot];
                if (other == NONE || steps[from][other] <= next)
                    continue;
                steps[from][other] = (u8)next;
                reached[count++] = (u16)other;
                if (next == 2 && second_count[from] < MOST_SECOND)
                    second[from][second_count[from]++] = (u16)other;
            }
        }
    }
    for (int point = 0; point < rules.points; point++)
        lines[point] = HIGHEST_LINE;
    for (int line = 1; line < HIGHEST_LINE; line++)
        for (int point = 0; point < rules.points; point++)
            for (int slot = 0; slot < rules.neighbours; slot++) {
                int other = around[point][slot];
                if (lines[point] > line && (other == NONE ? line == 1 : lines[other] == line - 1))
                    lines[point] = (u8)line;
            }
}

/* How many liberties the group of a stone has; `most` if it has more. */
static int count_liberties(const struct board *board, int stone, int most)
{
    static u16 group[MAX_POINTS];
    int colour = board->state[stone] - 1, count = 0, found = 0;
    flood_seen[stone] = ++flood;
    group[count++] = (u16)stone;
    for (int at = 0; at < count; at++) {
        int point = group[at];
        u32 ring = LOW(board->ring[point]);
        for (u32 slots = ROW(liberties, colour)[ring]; slots; slots &= slots - 1) {
            int other = around[point][__builtin_ctz(slots)];
            if (flood_seen[other] == flood)
                continue;
            flood_seen[other] = flood;
            if (++found == most)
                return most;
        }
        for (u32 slots = ROW(links, colour)[ring]; slots; slots &= slots - 1) {
            int other = around[point][__builtin_ctz(slots)];
            if (flood_seen[other] == flood)
                continue;
            flood_seen[other] = flood;
            group[count++] = (u16)other;
        }
    }
    return found;
}

/* The traits of a stone of the mover that `try_stone` has just found legal; `removed` is what it removes. */
static void look_at_liberties(struct board *board, int point, u8 *traits)
{
    int own = 1 + board->mover, in_atari = 0, fewest = 0;
    u32 beside[MAX_SLOTS];
    for (int slot = 0; slot < rules.neighbours; slot++) {
        int stone = around[point][slot];
        beside[slot] = stone == NONE ? EMPTY : board->state[stone];
        if (beside[slot] == (u32)own && !in_atari)
            in_atari = count_liberties(board, stone, 2) == 1;
    }
    set_state(board, point, own);
    take_off(board, 0);
    int free = board->state[point] == EMPTY ? 0 : count_liberties(board, point, 4);
    for (int slot = 0; slot < rules.neighbours; slot++) {
        if (beside[slot] == EMPTY || beside[slot] == (u32)own)
            continue;
        int stone = around[point][slot];
        int left = board->state[stone] == EMPTY ? 0 : count_liberties(board, stone, 3);
        if (left && (!fewest || left < fewest))
            fewest = left;
    }
    put_back(board, point);
    traits[CAPTURES] = (u8)(removed_count < 3 ? removed_count : 3);
    traits[FREEDOM] = (u8)free;
    traits[RELIEF] = (u8)(!in_atari ? 0 : free > 1 ? 1 : 2);
    traits[PRESSURE] = (u8)fewest;
}

/* The same where stones fall by control. */
static void look_at_control(struct board *board, int point, u8 *traits)
{
    int own = 1 + board->mover, fallen = 0, gained = 0, lost = 0;
    u8 before[MAX_SLOTS];
    for (int slot = 0; slot < rules.neighbours; slot++) {
        int other = around[point][slot];
        before[slot] = other == NONE ? 0 : controller[LOW(board->ring[other])];
    }
    set_state(board, point, own);
    for (int slot = 0; slot < rules.neighbours; slot++) {
        int other = around[point][slot];
        if (other == NONE)
            continue;
        int now = controller[LOW(board->ring[other])];
        if (board->state[other] == EMPTY) {
            gained += now == own && before[slot] != own;
            lost += before[slot] == 3 - own && now != 3 - own;
        }
        fallen += falls(board, other);
    }
    set_state(board, point, EMPTY);
    traits[CAPTURES] = (u8)(fallen < 3 ? fallen : 3);
    traits[FREEDOM] = (u8)gained;
    traits[RELIEF] = 0;
    traits[PRESSURE] = (u8)lost;
}

/* How a point looks to the mover after `try_stone` has said that it is legal. */
static void look_at(struct board *board, int point, struct look *look)
{
    int own = 1 + board->mover, ours = 0, theirs = 0;
    look->pattern = (u16)pattern_of(board, point, board->mover);
    look->traits[STEPS] = board->last == NONE ? 0 : steps[board->last][point];
    look->traits[LINE] = lines[point];
    for (int at = 0; at < second_count[point]; at++) {
        int state = board->state[second[point][at]];
        ours += state == own;
        theirs += state != EMPTY && state != own;
    }
    look->traits[BEYOND_RING] = (u8)((ours < 3 ? ours : 3) + 4 * (theirs < 3 ? theirs : 3));
    if (rules.family == CONTROL)
        look_at_control(board, point, look->traits);
    else
        look_at_liberties(board, point, look->traits);
}

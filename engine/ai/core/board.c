/* The board: stones, rings, hashes, the list of empty points. */

static u64 zobrist[MAX_COLOURS][MAX_POINTS];

/* Where the state of a point stands in the ring of the point at each of its slots; and `around` with
 * BEYOND_EDGE instead of NONE, whose ring is written and never read. */
enum { BEYOND_EDGE = MAX_POINTS };
static u8 shift_back[MAX_SLOTS];
static u16 near[MAX_POINTS][MAX_SLOTS];

static void prepare_board(void)
{
    for (int colour = 0; colour < MAX_COLOURS; colour++)
        for (int point = 0; point < MAX_POINTS; point++)
            zobrist[colour][point] = mixed((u64)(colour * MAX_POINTS + point + 1));
    half_bits = (u32)(rules.neighbours * rules.bits);
    rings = 1u << half_bits;
    int half = rules.neighbours / 2, diagonals = rules.slots - rules.neighbours;
    for (int slot = 0; slot < rules.neighbours; slot++)
        shift_back[slot] = (u8)(rules.bits * ((slot + half) % rules.neighbours));
    for (int slot = 0; slot < diagonals; slot++)
        shift_back[rules.neighbours + slot] =
            (u8)(rules.bits * (rules.neighbours + (slot + diagonals / 2) % diagonals));
    for (int point = 0; point < rules.points; point++)
        for (int slot = 0; slot < MAX_SLOTS; slot++) {
            int other = slot < rules.slots ? around[point][slot] : NONE;
            near[point][slot] = (u16)(other == NONE ? BEYOND_EDGE : other);
        }
}

/* Change the state of a point, and with it the rings around it. */
static inline void set_state(struct board *board, int point, int state)
{
    u32 change = (u32)state - board->state[point];
    board->state[point] = (u8)state;
    const u16 *beside = near[point];
    for (int slot = 0; slot < 6; slot++)
        board->ring[beside[slot]] += change << shift_back[slot];
    if (rules.slots > 6) {
        board->ring[beside[6]] += change << shift_back[6];
        board->ring[beside[7]] += change << shift_back[7];
    }
}

static inline void add_free(struct board *board, int point)
{
    board->free_at[point] = (u16)board->free_count;
    board->free[board->free_count++] = (u16)point;
}

/* Let an empty point stand at this place of the list, and the one that was there in its old place. */
static inline void move_free(struct board *board, int point, int to)
{
    int from = board->free_at[point], other = board->free[to];
    board->free[from] = (u16)other;
    board->free_at[other] = (u16)from;
    board->free[to] = (u16)point;
    board->free_at[point] = (u16)to;
}

static inline void drop_free(struct board *board, int point)
{
    move_free(board, point, board->free_count - 1);
    board->free_count--;
}

static void clear_board(struct board *board)
{
    __builtin_memset(board, 0, sizeof *board);
    board->last = NONE;
    board->button = -1;
    u32 beyond = (1u << rules.bits) - 1;
    for (int point = 0; point < rules.points; point++) {
        add_free(board, point);
        for (int slot = 0; slot < rules.slots; slot++)
            if (around[point][slot] == NONE)
                board->ring[point] |= beyond << rules.bits * slot;
    }
}

/* A stone without any consequence, when a position is set up. */
static void put(struct board *board, int point, int colour)
{
    set_state(board, point, 1 + colour);
    drop_free(board, point);
    board->hash ^= zobrist[colour][point];
}

static void copy_board(struct board *to, const struct board *from)
{
    u32 points = (u32)rules.points;
    __builtin_memcpy(to, from, __builtin_offsetof(struct board, state));
    __builtin_memcpy(to->state, from->state, points);
    __builtin_memcpy(to->ring, from->ring, points * sizeof *to->ring);
    __builtin_memcpy(to->free, from->free, points * sizeof *to->free);
    __builtin_memcpy(to->free_at, from->free_at, points * sizeof *to->free_at);
}

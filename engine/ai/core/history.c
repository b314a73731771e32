/* What has been on the board before: two sets of 64-bit keys.
 *
 * `past` has what the game itself went through and stays while a position is searched. `present` has
 * what one line of play adds to it; it is forgotten at the start of the next line by counting up
 * `line`, which every entry carries. What was added last can be forgotten alone, for a search that takes
 * moves back.
 */

enum { PAST = 1 << 16, PAST_MOST = PAST / 4 * 3, PRESENT = 1 << 13, PRESENT_MOST = PRESENT / 4 * 3 };

static u64 past[PAST];
static int past_count;
static u64 present[PRESENT];
static u32 present_line[PRESENT];
static u32 line;
static int present_count;
static u16 present_at[PRESENT_MOST]; /* where what was added stands, in its order */
static u64 present_hash;             /* of all that was added, in any order */

static void forget_past(void)
{
    __builtin_memset(past, 0, sizeof past);
    past_count = 0;
    __builtin_memset(present_line, 0, sizeof present_line);
    line = 0;
}

static void new_line(void)
{
    line++;
    present_count = 0;
    present_hash = 0;
}

static void note_past(u64 key)
{
    key |= !key; /* 0 means that a place is free */
    u32 at = (u32)key & (PAST - 1);
    while (past[at] && past[at] != key)
        at = (at + 1) & (PAST - 1);
    if (!past[at] && past_count < PAST_MOST) {
        past[at] = key;
        past_count++;
    }
}

static void note_present(u64 key)
{
    u32 at = (u32)key & (PRESENT - 1);
    while (present_line[at] == line && present[at] != key)
        at = (at + 1) & (PRESENT - 1);
    if (present_line[at] != line && present_count < PRESENT_MOST) {
        present_line[at] = line;
        present[at] = key;
        present_at[present_count++] = (u16)at;
        present_hash ^= mixed(key);
    }
}

/* Forget what was added last, until so much is left. */
static void forget_present(int left)
{
    while (present_count > left) {
        int at = present_at[--present_count];
        present_line[at] = line - 1;
        present_hash ^= mixed(present[at]);
    }
}

static int has_been(u64 key)
{
    for (u32 at = (u32)key & (PRESENT - 1); present_line[at] == line; at = (at + 1) & (PRESENT - 1))
        if (present[at] == key)
            return 1;
    if (!past_count)
        return 0;
    key |= !key;
    for (u32 at = (u32)key & (PAST - 1); past[at]; at = (at + 1) & (PAST - 1))
        if (past[at] == key)
            return 1;
    return 0;
}

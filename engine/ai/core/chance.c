/* All chance comes from one generator (xorshift64*), so a seed decides every search. */

static u64 chance_state;

static u64 mixed(u64 value)
{
    value += 0x9e3779b97f4a7c15ull;
    value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9ull;
    value = (value ^ value >> 27) * 0x94d049bb133111ebull;
    return value ^ value >> 31;
}

static void seed_chance(u64 seed)
{
    chance_state = mixed(seed) | 1;
}

static u32 chance(void)
{
    chance_state ^= chance_state >> 12;
    chance_state ^= chance_state << 25;
    chance_state ^= chance_state >> 27;
    return (u32)(chance_state * 0x2545f4914f6cdd1dull >> 32);
}

/* A number from 0 to bound - 1. */
static int chance_below(u32 bound)
{
    return (int)((u64)chance() * bound >> 32);
}

/* What the core shows to the outside: where its tables are, and the calls of engine/ai/machine.py.
 *
 * All files are one translation unit, so the compiler sees everything at once.
 */
#include "core.h"

#include "chance.c"
#include "board.c"
#include "history.c"
#include "groups.c"
#include "linked.c"
#include "adjacent.c"
#include "control.c"
#include "turns.c"
#include "playout.c"
#include "looks.c"
#include "planes.c"
#include "net.c"
#include "search.c"
#include "puct.c"
#include "ends.c"
#include "prove.c"
#include "solve.c"

#define SHOWN(name) __attribute__((export_name(#name))) name

/* A position as it comes from outside: for each point EMPTY or 1 + the colour of its stone. */
static u8 given_stones[MAX_POINTS], given_anchor[MAX_POINTS];
static u8 earlier[64 * (3 + 2 * MAX_POINTS)];

/* What goes outside. */
struct considered {
    int move;
    u32 visits;
    double wins;
    double leads;
    int solved; /* the margin without komi that this move is sure of, in half points: exact for the best; or UNKNOWN */
    int worse; /* whether another move is known to be better */
    float prior; /* what it was expected to be worth before the search, as a share of all moves */
    u32 unused;
};
static struct considered found[MAX_POINTS + 1];
static u8 legal_points[MAX_POINTS];
static struct look shown_looks[MAX_POINTS];
static double shown_score[MAX_COLOURS];
static u8 shown_owner[MAX_POINTS];

/* The addresses of what is shared, in the order of `AREAS` in machine.py. */
void *SHOWN(address)(int which)
{
    void *areas[] = {
        &rules, around, links, liberties, open_links, touching, controller, answer_factor, prior_factor,
        bonus, given_stones, given_anchor, found, &tally, legal_points, removed, shown_score,
        earlier, least, most, trait_factor, lean, shown_looks, planes, signs, seen_moves,
        given_net, said_moves, said_owners, said_values,
    };
    return areas[which];
}

/* After the settings and tables were filled, and so many bytes of a net. */
void SHOWN(prepare)(int net_bytes)
{
    prepare_board();
    prepare_groups();
    prepare_tables_of_groups();
    prepare_patterns();
    prepare_looks();
    clear_search();
    forget_past();
    seats_seen = prepare_net(net_bytes) ? net_seats : rules.colours;
}

/* Whether there is a net for the game: `given_net` was filled before `prepare`. */
int SHOWN(has_net)(void)
{
    return net_is_ready;
}

/* Make `given_stones` the position to think about. `button`: as in struct board; `left`: the colours whose
 * players have left, as bits. */
void SHOWN(set_up)(int mover, int passes, int last, int button, int anchored, u32 left)
{
    departed = left;
    forget_past();
    new_line();
    prepare_groups();
    if (anchored) {
        clear_board(&root);
        for (int point = 0; point < rules.points; point++)
            if (given_anchor[point])
                put(&root, point, given_anchor[point] - 1);
    }
    u64 anchor = anchored ? anchor_of(root.hash) : 0;
    clear_board(&root);
    for (int point = 0; point < rules.points; point++)
        if (given_stones[point])
            put(&root, point, given_stones[point] - 1);
    root.mover = mover;
    root.passes = passes;
    root.last = last;
    root.button = button;
    root.anchor = anchor;
}

/* The hash of a board that comes from outside. */
static u64 hash_of(const u8 *stones)
{
    u64 hash = 0;
    for (int point = 0; point < rules.points; point++)
        if (stones[point])
            hash ^= zobrist[stones[point] - 1][point];
    return hash;
}

/* Note what was on the board before. Each entry of `earlier` is three bytes and two boards: on whose list
 * it is and whether the button was taken (LINKED), whether there is an anchor (ADJACENT), the stones, the
 * anchor's stones. */
void SHOWN(note)(int entries)
{
    const u8 *entry = earlier;
    for (; entries--; entry += 3 + 2 * rules.points) {
        u64 hash = hash_of(entry + 3);
        u64 anchor = entry[2] ? anchor_of(hash_of(entry + 3 + rules.points)) : 0;
        note_past(rules.family == LINKED ? linked_key(hash, entry[0], entry[1])
                                         : situation(hash, anchor));
    }
    root.captures = 1;
}

static int solved; /* whether `margins` are known */

/* Fill `found` with the moves of the root; returns how many they are. */
static int report(void)
{
    const struct node *top = &nodes[0];
    float expected = 0;
    for (u32 at = 0; at < top->count; at++)
        expected += edges[top->first + at].prior;
    for (u32 at = 0; at < top->count; at++) {
        const struct edge *edge = &edges[top->first + at];
        struct considered *move = &found[at];
        move->prior = expected > 0 ? edge->prior / expected : 0;
        move->move = edge->move;
        move->visits = edge->visits;
        move->wins = root_wins[edge->move];
        move->leads = root_leads[edge->move];
        move->solved = solved ? least[edge->move] : UNKNOWN;
        move->worse = can_solve() && is_worse[edge->move];
    }
    return (int)top->count;
}

/* Memory is bounded: a tree that is full does not grow, and its leaves are played out again. */
enum { MOST_NODES = 1 << 18, MOST_EDGES = 1 << 20 };

static int by_net; /* whether a line of the search asks the net instead of playing on to the end */

static void go_on(int forced)
{
    if (by_net)
        ask_line(forced);
    else
        play_line(forced);
}

/* Begin a search of this many playouts, or questions to the net, and solve what can be solved. */
void SHOWN(begin_search)(u32 playouts, u32 seed, u32 positions, int net)
{
    by_net = net && net_is_ready;
    const u32 page = 65536;
    seed_chance(seed);
    clear_search();
    prepare_groups();

    /* Every line adds at most one node; most nodes are never expanded. */
    u32 width = (u32)root.free_count + 1;
    node_most = playouts < MOST_NODES ? playouts + 1 : MOST_NODES;
    u32 expanded = by_net ? playouts : playouts / 3;
    edge_most = expanded < MOST_EDGES / width - 2 ? width * (expanded + 2) : MOST_EDGES;
    u32 size = (u32)(node_most * sizeof(struct node) + edge_most * sizeof(struct edge));
    extern u8 __heap_base;
    u32 start = (u32)&__heap_base + 15 & ~15u, end = start + size;
    u32 pages = (u32)__builtin_wasm_memory_size(0);
    if (end > pages * page && __builtin_wasm_memory_grow(0, (end - pages * page + page - 1) / page) == ~0ul)
        __builtin_trap();
    edges = (struct edge *)start;
    nodes = (struct node *)(edges + edge_most);
    add_node(root.mover);
    if (by_net)
        begin_asking();

    u32 more = rules.family == ADJACENT ? MORE_ADJACENT : rules.family == LINKED ? MORE_LINKED : 1;
    solved = can_solve() && solve_root((int)(positions * more));
}

/* Play so many of its playouts. Returns how many entries of `found` are filled. */
int SHOWN(search_on)(u32 playouts)
{
    for (u32 done = 0; done < playouts; done++)
        go_on(NONE);
    return report();
}

/* Begin a line with each move of the root. Returns how many entries of `found` are filled. */
int SHOWN(try_each)(void)
{
    for (u32 at = 0; at < nodes[0].count; at++)
        go_on((int)(nodes[0].first + at));
    return report();
}

/* Search on, every second playout beginning with the declaration, if the root has one. */
int SHOWN(compare_declaration)(u32 playouts)
{
    const struct node *top = &nodes[0];
    int last = (int)(top->first + top->count) - 1;
    int word = edges[last].move >= MAX_POINTS ? last : NONE;
    for (u32 done = 0; done < playouts; done++)
        go_on(done % 2 ? NONE : word);
    return report();
}

/* --- for comparing the core with the engine --- */

/* Which points are legal in the position, in `legal_points`; returns the declaration, or NONE. */
int SHOWN(list_legal)(void)
{
    for (int point = 0; point < rules.points; point++)
        legal_points[point] = root.state[point] == EMPTY && !is_over(&root) && !has_left(root.mover) &&
                              try_stone(&root, point, 0);
    return is_over(&root) ? NONE : declaration(&root);
}

/* How the legal points of the position look to its mover, in `shown_looks`; which they are, in
 * `legal_points`. For learning: the tree sees the same. */
void SHOWN(list_looks)(void)
{
    new_line();
    prepare_groups();
    for (int point = 0; point < rules.points; point++) {
        legal_points[point] = root.state[point] == EMPTY && try_stone(&root, point, 0);
        if (legal_points[point])
            look_at(&root, point, &shown_looks[point]);
    }
}

/* What a net for so many seats sees of the position, in `planes`, `signs` and `seen_moves`; returns how
 * many moves it sees. If the game has a net, also what that says, in `said_moves`, `said_owners` and
 * `said_values`. */
int SHOWN(list_planes)(int seats)
{
    new_line();
    prepare_groups();
    seats_seen = net_is_ready ? net_seats : seats;
    int count = see_all(&root);
    if (net_is_ready)
        ask_net(count, root.mover);
    return count;
}

/* Play a move on; what it removed is in `removed`. Returns their number, or NONE if it is not legal. */
int SHOWN(play)(int move)
{
    removed_count = 0;
    if (move >= MAX_POINTS)
        declare(&root, move);
    else if (root.state[move] != EMPTY || !place(&root, move))
        return NONE;
    return removed_count;
}

/* Score and owners as the board stands; returns whether the game is over. */
int SHOWN(count)(void)
{
    count_score(&root, shown_score, shown_owner);
    return is_over(&root);
}

/* Bounds of the margins of the root's moves, in `least` and `most`, as far as so many positions tell; for
 * games for two. Moves that are not legal have UNKNOWN. Returns whether the best margin is exact. */
int SHOWN(solve_end)(int positions)
{
    prepare_groups();
    return solve_root(positions);
}

/* Play games by pure chance from the position, each scored, so that it costs what a playout costs; returns all their
 * plies. Afterwards answers and MAST are on, whatever `tune` said. */
u32 SHOWN(random_games)(u32 games, u32 seed)
{
    static u8 owner[MAX_POINTS];
    u32 plies = 0;
    double score[MAX_COLOURS];
    float payoff[MAX_COLOURS], win[MAX_COLOURS];
    seed_chance(seed);
    clear_search();
    use_answers = use_mast = 0;
    for (u32 game = 0; game < games; game++) {
        copy_board(&work, &root);
        new_line();
        played_count = 0;
        play_out(&work);
        plies += (u32)played_count;
        count_score(&work, score, owner);
        tally.lead += pay(score, payoff, win);
        tally.lines++;
    }
    use_answers = use_mast = 1;
    return plies;
}

/* The same for the search by a net; the defaults are in puct.c. */
void SHOWN(tune_net)(float bonus_of, float doubt, float noise)
{
    puct_bonus = bonus_of;
    puct_doubt = doubt;
    puct_noise = noise;
}

/* For trying out what pays; the defaults are in playout.c and search.c. */
void SHOWN(tune)(int answers, int mast, float equivalence, float prior, float bound, float leaning)
{
    exploration = bound;
    use_answers = answers;
    use_mast = mast;
    rave_equivalence = equivalence;
    prior_weight = prior;
    lean_weight = leaning;
}

/* Monte Carlo tree search with RAVE, for any number of players.
 *
 * Every line of play goes down the tree by the best value for whoever moves, adds at most one node, is
 * played out, and pays each colour nine tenths for winning (shared if first place is) and one tenth for
 * its share of the board; so a lost player still prefers a small loss. A value is the mean payoff of a
 * move, mixed with its RAVE value while visits are few: the mean payoff of all lines in which that
 * colour played there at any later time. There is no exploration term: RAVE explores enough.
 */

struct edge {
    u32 visits;
    float sum; /* of the mover's payoffs */
    float rave_visits;
    float rave_sum;
    float prior;
    u32 child; /* 0: none yet */
    u16 move;
};

struct node {
    u32 first; /* its first edge */
    u32 count; /* of edges, 0 until it is expanded */
    u32 visits;
    float sum; /* of the mover's payoffs */
    u8 mover;
};

/* Nodes and edges live in memory behind everything else, and are forgotten with the next search. */
static struct node *nodes;
static struct edge *edges;
static u32 node_count, node_most, edge_count, edge_most;

static struct board root, work;

static float rave_equivalence = 1000, prior_weight = 4;

/* If not 0, the search is plain UCT with this constant: what RAVE is measured beside. On tiny boards it
 * always is, since the same point means something else a move later, and all lines can be tried. */
static float exploration;
enum { TINY = 7 };

/* What is summed over the lines of a search. */
struct tally {
    double score[MAX_COLOURS];
    double lead; /* of the root's mover over the best other colour */
    double lead_squared;
    float owned[MAX_POINTS][MAX_COLOURS];
    u32 lines;
};
static struct tally tally;

/* What is summed for each move of the root. */
static double root_wins[MOVES], root_leads[MOVES];

enum { DEEPEST = 1024 };
static u32 path_node[DEEPEST], path_edge[DEEPEST];
static int path_count;

static u32 add_node(int mover)
{
    struct node *node = &nodes[node_count];
    node->first = node->count = node->visits = 0;
    node->sum = 0;
    node->mover = (u8)mover;
    return node_count++;
}

static void add_edge(int move, float prior)
{
    struct edge *edge = &edges[edge_count++];
    edge->visits = 0;
    edge->sum = edge->rave_visits = edge->rave_sum = 0;
    edge->child = 0;
    edge->prior = prior;
    edge->move = (u16)move;
}

/* Give a node its moves: what is legal, without sure eyes; and the declaration that is possible. */
static void expand(u32 number, struct board *board)
{
    if (edge_count + (u32)board->free_count + 1 > edge_most)
        return;
    struct node *node = &nodes[number];
    u32 first = edge_count;
    float total = 0;
    struct look look;
    for (int at = 0; at < board->free_count && !has_left(board->mover); at++) {
        int point = board->free[at];
        if (is_sure_eye(board, point, board->mover) || !try_stone(board, point, 0))
            continue;
        look_at(board, point, &look);
        float factor = prior_factor[look.pattern];
        for (int trait = 0; trait < TRAITS; trait++)
            factor *= trait_factor[trait][look.traits[trait]];
        total += factor;
        add_edge(point, factor);
    }
    float scale = total > 0 ? prior_weight / total : 0;
    for (u32 at = first; at < edge_count; at++)
        edges[at].prior = edges[at].prior * scale + (float)(chance() >> 16) * (0.001f / 65536);
    int word = declaration(board);
    if (word != NONE)
        add_edge(word, 0);
    node->first = first;
    node->count = edge_count - first;
}

/* The natural logarithm of a number from 1, to three digits: of its power of two and of the rest. */
static float logarithm(u32 number)
{
    int power = 31 - __builtin_clz(number);
    float rest = (float)number / (float)(1u << power) - 1;
    return 0.6931f * (float)power + rest * (0.9992f + rest * (-0.4902f + rest * (0.2852f - rest * 0.1008f)));
}

/* The edge that plain UCT follows: each move once, then the best upper bound. */
static u32 select_by_bound(const struct node *node)
{
    u32 best = node->first;
    float best_value = -1, logged = logarithm(node->visits + 1);
    float constant = exploration > 0 ? exploration : 0.7f;
    for (u32 at = node->first; at < node->first + node->count; at++) {
        const struct edge *edge = &edges[at];
        float visits = (float)edge->visits;
        float value = edge->visits ? edge->sum / visits + constant * __builtin_sqrtf(logged / visits)
                                   : 1000 + edge->prior;
        if (value > best_value) {
            best_value = value;
            best = at;
        }
    }
    return best;
}

/* The edge that is followed from a node. */
static u32 select_edge(const struct node *node)
{
    if (exploration > 0 || rules.points <= TINY)
        return select_by_bound(node);
    u32 best = node->first;
    float best_value = -1;
    /* What was never tried and never played later is as good as the rest; a word is a little worse, since
     * nothing is known of it and it is hardly ever the best before the end. */
    float untried = node->visits ? node->sum / (float)node->visits : 0.5f;
    for (u32 at = node->first; at < node->first + node->count; at++) {
        const struct edge *edge = &edges[at];
        float visits = (float)edge->visits, rave = edge->rave_visits;
        float value = edge->move < MAX_POINTS ? untried : untried - 0.1f;
        if (rave > 0) {
            float rave_mean = edge->rave_sum / rave;
            float share = rave / (rave + visits + rave * visits / rave_equivalence);
            float mean = visits > 0 ? edge->sum / visits : 0;
            value = visits > 0 ? share * rave_mean + (1 - share) * mean : rave_mean;
        } else if (visits > 0) {
            value = edge->sum / visits;
        }
        value += edge->prior / (1 + visits);
        if (value > best_value) {
            best_value = value;
            best = at;
        }
    }
    return best;
}

/* By how much the root's mover is ahead of the others, of those whose players have not left. */
static double lead_of_root(const double *score)
{
    double other = -1e18;
    for (int colour = 0; colour < rules.colours; colour++)
        if (colour != root.mover && !has_left(colour) && score[colour] > other)
            other = score[colour];
    return score[root.mover] - other;
}

/* What each colour is paid for a score, its share of first place, and the lead of the root's mover; among
 * those whose players have not left. */
static double pay(const double *score, float *payoff, float *win)
{
    double best = -1e18;
    int first = 0;
    for (int colour = 0; colour < rules.colours; colour++)
        if (!has_left(colour) && score[colour] > best)
            best = score[colour];
    for (int colour = 0; colour < rules.colours; colour++) {
        first += !has_left(colour) && score[colour] == best;
    }
    for (int colour = 0; colour < rules.colours; colour++) {
        float share = (float)(score[colour] / rules.points);
        share = share < 0 ? 0 : share > 1 ? 1 : share;
        win[colour] = !has_left(colour) && score[colour] == best ? 1.0f / (float)first : 0;
        payoff[colour] = 0.9f * win[colour] + 0.1f * share;
    }
    return lead_of_root(score);
}

/* Go through the line backwards, so `first_by` says who played first at each point from a node on. */
static void back_up(const float *payoff, int tree_moves)
{
    static u8 first_by[MAX_POINTS];
    __builtin_memset(first_by, 0, (u32)rules.points);
    for (int at = played_count - 1; at >= tree_moves; at--) {
        int move = played[at], colour = played_by[at];
        if (move >= MAX_POINTS)
            continue;
        first_by[move] = (u8)(1 + colour);
        note_mean(&mast[colour][move], payoff[colour]);
    }
    for (int at = path_count - 1; at >= 0; at--) {
        struct node *node = &nodes[path_node[at]];
        float own = payoff[node->mover];
        u8 mover = (u8)(1 + node->mover);
        node->visits++;
        node->sum += own;
        if (path_edge[at] == ~0u)
            continue;
        struct edge *taken = &edges[path_edge[at]];
        taken->visits++;
        taken->sum += own;
        int move = taken->move;
        if (move < MAX_POINTS) {
            first_by[move] = mover;
            note_mean(&mast[node->mover][move], own);
        }
        for (u32 next = node->first; next < node->first + node->count; next++)
            if (edges[next].move < MAX_POINTS && first_by[edges[next].move] == mover) {
                edges[next].rave_visits += 1;
                edges[next].rave_sum += own;
            }
    }
}

/* Sum up a line that began with this move of the root. */
static void note_line(int first, const double *score, float win, double lead)
{
    root_wins[first] += win;
    root_leads[first] += lead;
    tally.lead += lead;
    tally.lead_squared += lead * lead;
    tally.lines++;
    for (int colour = 0; colour < rules.colours; colour++)
        tally.score[colour] += score[colour];
}

/* One line: down the tree, out to the end, back up. It begins with the edge `forced` of the root, unless that is
 * NONE. */
static void play_line(int forced)
{
    static u8 owner[MAX_POINTS];
    double score[MAX_COLOURS];
    float payoff[MAX_COLOURS], win[MAX_COLOURS];
    u32 number = 0;
    copy_board(&work, &root);
    new_line();
    played_count = path_count = 0;
    while (!is_over(&work) && path_count < DEEPEST) {
        struct node *node = &nodes[number];
        if (!node->count && (node->visits || !number))
            expand(number, &work);
        path_node[path_count] = number;
        path_edge[path_count++] = ~0u;
        if (!node->count)
            break;
        u32 chosen = !number && forced != NONE ? (u32)forced : select_edge(node);
        struct edge *edge = &edges[chosen];
        path_edge[path_count - 1] = chosen;
        note_played(work.mover, edge->move);
        if (edge->move >= MAX_POINTS)
            declare(&work, edge->move);
        else
            place(&work, edge->move);
        if (!edge->child) {
            if (node_count == node_most)
                break;
            edge->child = add_node(work.mover);
        }
        number = edge->child;
    }
    int tree_moves = played_count;
    play_out(&work);
    count_score(&work, score, owner);
    double lead = pay(score, payoff, win);
    back_up(payoff, tree_moves);

    note_line(edges[path_edge[0]].move, score, win[root.mover], lead);
    for (int point = 0; point < rules.points; point++)
        if (owner[point])
            tally.owned[point][owner[point] - 1] += 1;
}

static void clear_search(void)
{
    node_count = edge_count = 0;
    __builtin_memset(&tally, 0, sizeof tally);
    __builtin_memset(root_wins, 0, sizeof root_wins);
    __builtin_memset(root_leads, 0, sizeof root_leads);
    for (int colour = 0; colour < MAX_COLOURS; colour++)
        for (int point = 0; point < MAX_POINTS; point++)
            mast[colour][point] = (struct mean){0.5f, 1, 0.5f};
}

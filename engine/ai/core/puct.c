/* Tree search by a net, for any number of players.
 *
 * Every line goes down the tree to a position that is new, and asks the net about it: what its moves are
 * worth trying, and what each colour can expect. On the way it follows the best sum of what a move has paid
 * its mover so far and of a bonus for moves that the net likes and that were tried seldom (PUCT: Rosin 2011,
 * Silver et al. 2017). Payoffs, nodes and what is reported are those of search.c.
 */

/* What the bonus counts; by how much a move that was not tried is taken to be worse than its position; and
 * how much of chance is mixed into what the net says of the moves of the root. */
static float puct_bonus = 0.9f, puct_doubt = 0.15f, puct_noise;

/* Ask the net about a position, give its node its moves, and say what each colour can expect. */
static void ask(u32 number, struct board *board, double *score, float *payoff, float *win)
{
    int count = see_all(board);
    ask_net(count, board->mover);
    double owned[MAX_COLOURS] = {0};
    for (int point = 0; point < rules.points; point++)
        for (int seat = 0; seat < rules.colours; seat++)
            owned[seat] += said_owners[point][seat];
    for (int seat = 0; seat < rules.colours; seat++) {
        int colour = colour_of_seat(board->mover, seat);
        score[colour] = bonus[colour] + owned[seat];
        if (board->button == 1 + colour)
            score[colour] += rules.halves * 0.5;
        float share = (float)(score[colour] / rules.points);
        share = share < 0 ? 0 : share > 1 ? 1 : share;
        win[colour] = said_values[seat];
        payoff[colour] = 0.9f * win[colour] + 0.1f * share;
    }
    struct node *node = &nodes[number];
    if (node->count || edge_count + (u32)count > edge_most)
        return;
    node->first = edge_count;
    node->count = (u32)count;
    for (int at = 0; at < count; at++)
        add_edge(seen_moves[at], said_moves[at]);
}

/* Mix chance into what the net says of the root's moves; a little always, so that equal moves take turns. */
static void stir_root(void)
{
    const struct node *top = &nodes[0];
    float total = 0;
    for (u32 at = 0; at < top->count; at++) {
        float drawn = (float)(chance() >> 8) / (1 << 24), power = drawn * drawn * drawn;
        power *= power;
        edges[top->first + at].rave_sum = power;
        total += power;
    }
    for (u32 at = 0; at < top->count && total > 0; at++) {
        struct edge *edge = &edges[top->first + at];
        float share = edge->rave_sum / total;
        edge->prior = (1 - puct_noise) * edge->prior * (1 + 0.05f * edge->rave_sum) + puct_noise * share;
    }
}

static u32 select_by_net(const struct node *node)
{
    u32 best = node->first;
    float best_value = -1000, tried = 0, mean = node->sum / (float)node->visits;
    for (u32 at = node->first; at < node->first + node->count; at++)
        if (edges[at].visits)
            tried += edges[at].prior;
    float untried = mean - puct_doubt * __builtin_sqrtf(tried);
    float scale = puct_bonus * __builtin_sqrtf((float)node->visits);
    for (u32 at = node->first; at < node->first + node->count; at++) {
        const struct edge *edge = &edges[at];
        float visits = (float)edge->visits;
        float value = (edge->visits ? edge->sum / visits : untried) + scale * edge->prior / (1 + visits);
        if (value > best_value) {
            best_value = value;
            best = at;
        }
    }
    return best;
}

/* Ask about the root, before its first line. */
static void begin_asking(void)
{
    double score[MAX_COLOURS];
    float payoff[MAX_COLOURS], win[MAX_COLOURS];
    copy_board(&work, &root);
    new_line();
    ask(0, &work, score, payoff, win);
    nodes[0].visits = 1;
    nodes[0].sum = payoff[root.mover];
    stir_root();
}

/* One line: down the tree to a new position, and back up. It begins with the edge `forced` of the root,
 * unless that is NONE. */
static void ask_line(int forced)
{
    static u8 owner[MAX_POINTS];
    double score[MAX_COLOURS];
    float payoff[MAX_COLOURS], win[MAX_COLOURS];
    u32 number = 0;
    int over;
    copy_board(&work, &root);
    new_line();
    path_count = 0;
    while (!(over = is_over(&work))) {
        struct node *node = &nodes[number];
        path_node[path_count] = number;
        path_edge[path_count++] = ~0u;
        if (!node->count || path_count == DEEPEST)
            break;
        u32 chosen = !number && forced != NONE ? (u32)forced : select_by_net(node);
        struct edge *edge = &edges[chosen];
        path_edge[path_count - 1] = chosen;
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
    double lead;
    if (over) {
        count_score(&work, score, owner);
        lead = pay(score, payoff, win);
        for (int point = 0; point < rules.points; point++)
            if (owner[point])
                tally.owned[point][owner[point] - 1] += 1;
    } else {
        int mover = work.mover;
        ask(number, &work, score, payoff, win);
        lead = lead_of_root(score);
        for (int point = 0; point < rules.points; point++)
            for (int seat = 0; seat < rules.colours; seat++)
                tally.owned[point][colour_of_seat(mover, seat)] += said_owners[point][seat];
    }
    for (int at = path_count - 1; at >= 0; at--) {
        struct node *node = &nodes[path_node[at]];
        node->visits++;
        node->sum += payoff[node->mover];
        if (path_edge[at] != ~0u) {
            edges[path_edge[at]].visits++;
            edges[path_edge[at]].sum += payoff[node->mover];
        }
    }
    note_line(edges[path_edge[0]].move, score, win[root.mover], lead);
}

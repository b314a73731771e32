/* A net: what it says of a position that was seen (planes.c).
 *
 * A *tap* is a point itself or one of the places around it. A convolution adds, for each tap, the numbers
 * there times the weights of the tap; so weights belong to a direction, not to a point, and a net plays on
 * boards of every size and shape. After a first convolution come a few that add to what there is, then the
 * heads: a chance for each move, the owner of each point, and the chance of each seat.
 *
 * Convolutions are sums of whole numbers, and what little is not is added in a fixed order: the same net
 * thinks the same on every machine.
 */

enum { CHANNELS = 32, HIDDEN = 32, PAIRS = CHANNELS / 2, WIDE = CHANNELS / 4, HALF_WIDE = WIDE / 2 };
enum { NET_BYTES = 192 * 1024, MAGIC = 0x31544e4b };

/* Whole numbers stand for so many times what they mean: of activations, and of weights. */
enum { OF_ACTIVATION = 256, OF_WEIGHT = 1024, OF_PRODUCT = OF_ACTIVATION * OF_WEIGHT };

typedef short i16x8 __attribute__((vector_size(16)));
typedef int i32x4 __attribute__((vector_size(16)));

/* The file, as it comes from outside: this, and then the weights in the order of `prepare_net`. */
struct net_file {
    int magic;
    int slots;
    int seats;
    int planes;
    int signs;
    int layers;
    int channels;
    int hidden;
};
static u8 given_net[NET_BYTES] __attribute__((aligned(16)));

static int net_is_ready, net_layers, net_seats, net_signs;
static const short *input_weights;     /* [tap][plane][channel] */
static const float *sign_weights;      /* [sign][channel] */
static const float *input_bias;
static const short *layer_weights;     /* [layer][tap][pair of channels][channel][of the pair] */
static const float *layer_bias;        /* [layer][channel] */
static const float *pool_weights;      /* [means and peaks of the channels][channel] */
static const short *policy_weights;    /* [tap][channel] */
static const short *owner_weights;     /* [seats and nobody][channel] */
static const float *owner_bias;
static const float *hidden_weights;    /* [means and peaks, signs, seats][hidden] */
static const float *hidden_bias;
static const float *whole_weights;     /* [hidden][seats and the declaration] */
static const float *whole_bias;

/* What the net says: of the moves in `seen_moves`, of each point and seat (and nobody), and of each seat. */
static float said_moves[MAX_POINTS + 1];
static float said_owners[MAX_POINTS][MAX_COLOURS + 1];
static float said_values[MAX_COLOURS];

static short activations[2][(MAX_POINTS + 1) * CHANNELS] __attribute__((aligned(16)));

/* The planes and signs that there are for so many seats. */
static int plane_count(int seats)
{
    return STONES + seats + (rules.family == LINKED ? 2 * rules.neighbours : 0);
}

static int sign_count(int seats)
{
    return 3 * seats + MORE_SIGNS;
}

static const void *section(const u8 **at, int bytes)
{
    const u8 *start = *at;
    *at += (bytes + 15) & ~15;
    return start;
}

/* After the settings and so many bytes of `given_net` were filled. Returns whether they are a net for this
 * game. */
static int prepare_net(int bytes)
{
    const struct net_file *file = (const struct net_file *)given_net;
    int taps = 1 + rules.slots, seats = file->seats;
    net_is_ready = file->magic == MAGIC && file->slots == rules.slots && seats >= rules.colours &&
                   seats <= MAX_COLOURS && file->planes == plane_count(seats) && file->planes <= 32 &&
                   file->signs == sign_count(seats) && file->channels == CHANNELS && file->hidden == HIDDEN &&
                   file->layers >= 1 && file->layers <= 6;
    if (!net_is_ready)
        return 0;
    const u8 *at = given_net + sizeof *file;
    int layers = file->layers, heard = 2 * CHANNELS + file->signs + seats;
    net_layers = layers;
    net_seats = seats;
    net_signs = file->signs;
    input_weights = section(&at, taps * file->planes * CHANNELS * 2);
    sign_weights = section(&at, file->signs * CHANNELS * 4);
    input_bias = section(&at, CHANNELS * 4);
    layer_weights = section(&at, layers * taps * CHANNELS * CHANNELS * 2);
    layer_bias = section(&at, layers * CHANNELS * 4);
    pool_weights = section(&at, 2 * CHANNELS * CHANNELS * 4);
    policy_weights = section(&at, taps * CHANNELS * 2);
    owner_weights = section(&at, (seats + 1) * CHANNELS * 2);
    owner_bias = section(&at, (seats + 1) * 4);
    hidden_weights = section(&at, heard * HIDDEN * 4);
    hidden_bias = section(&at, HIDDEN * 4);
    whole_weights = section(&at, HIDDEN * (seats + 1) * 4);
    whole_bias = section(&at, (seats + 1) * 4);
    net_is_ready = at == given_net + bytes;
    return net_is_ready;
}

/* e to the power of x, to six digits. */
static float exponential(float x)
{
    float twos = x * 1.44269504f;
    twos = twos < -100 ? -100 : twos > 100 ? 100 : twos;
    float whole = __builtin_floorf(twos + 0.5f), rest = twos - whole;
    union {
        u32 bits;
        float number;
    } power = {(u32)((int)whole + 127) << 23};
    float sum = 0.00961813f + rest * 0.00133336f;
    sum = 0.24022651f + rest * (0.05550411f + rest * sum);
    return power.number * (1 + rest * (0.69314718f + rest * sum));
}

/* Make chances of logarithms. */
static void make_chances(float *numbers, int count)
{
    float most = numbers[0], total = 0;
    for (int at = 1; at < count; at++)
        most = numbers[at] > most ? numbers[at] : most;
    for (int at = 0; at < count; at++)
        total += numbers[at] = exponential(numbers[at] - most);
    for (int at = 0; at < count; at++)
        numbers[at] /= total;
}

/* The point at each tap. */
static inline int tapped(int point, int tap)
{
    return tap ? near[point][tap - 1] : point;
}

static void convolve_input(short *out)
{
    const int per_tap = plane_count(net_seats) * CHANNELS;
    float bias[CHANNELS];
    i16x8 start[4], zero = {0};
    for (int channel = 0; channel < CHANNELS; channel++)
        bias[channel] = input_bias[channel];
    for (int sign = 0; sign < net_signs; sign++)
        for (int channel = 0; channel < CHANNELS; channel++)
            bias[channel] += signs[sign] * sign_weights[sign * CHANNELS + channel];
    for (int channel = 0; channel < CHANNELS; channel++) {
        float scaled = __builtin_floorf(bias[channel] * OF_WEIGHT + 0.5f);
        scaled = scaled > 30000 ? 30000 : scaled < -30000 ? -30000 : scaled;
        start[channel / 8][channel % 8] = (short)scaled;
    }
    for (int point = 0; point < rules.points; point++) {
        i16x8 sum[4] = {start[0], start[1], start[2], start[3]};
        for (int tap = 0; tap <= rules.slots; tap++) {
            int other = tapped(point, tap);
            if (other == BEYOND_EDGE)
                continue;
            const short *weights = input_weights + tap * per_tap;
            for (u32 left = planes[other]; left; left &= left - 1) {
                const i16x8 *row = (const i16x8 *)(weights + __builtin_ctz(left) * CHANNELS);
                for (int part = 0; part < 4; part++)
                    sum[part] = __builtin_elementwise_add_sat(sum[part], row[part]);
            }
        }
        i16x8 *row = (i16x8 *)(out + point * CHANNELS);
        for (int part = 0; part < 4; part++)
            row[part] = __builtin_elementwise_max(sum[part], zero) >> 2;
    }
}

/* The means and the peaks of the channels. */
static void pool(const short *in, float *pooled)
{
    int sums[CHANNELS], peaks[CHANNELS];
    for (int channel = 0; channel < CHANNELS; channel++)
        sums[channel] = peaks[channel] = 0;
    for (int point = 0; point < rules.points; point++)
        for (int channel = 0; channel < CHANNELS; channel++) {
            int value = in[point * CHANNELS + channel];
            sums[channel] += value;
            peaks[channel] = value > peaks[channel] ? value : peaks[channel];
        }
    for (int channel = 0; channel < CHANNELS; channel++) {
        pooled[channel] = (float)sums[channel] / (float)(OF_ACTIVATION * rules.points);
        pooled[CHANNELS + channel] = (float)peaks[channel] / OF_ACTIVATION;
    }
}

/* What comes in at half of the channels of a point, and these sums, as far as they are not negative. */
static inline void add_to(const short *in, short *out, int point, int half, const i32x4 *sum)
{
    int first = point * CHANNELS + half * CHANNELS / 2;
    for (int at = 0; at < CHANNELS / 2; at++) {
        int value = (sum[at / 4][at % 4] >> 10) + in[first + at];
        out[first + at] = (short)(value < 0 ? 0 : value > 32767 ? 32767 : value);
    }
}

/* One layer: what comes in, and what it adds to that. */
static void convolve(int layer, const short *in, short *out)
{
    const int per_tap = PAIRS * WIDE;
    const i16x8 *weights = (const i16x8 *)layer_weights + layer * (1 + rules.slots) * per_tap;
    float bias[CHANNELS];
    i32x4 start[WIDE];
    for (int channel = 0; channel < CHANNELS; channel++)
        bias[channel] = layer_bias[layer * CHANNELS + channel];
    if (layer == net_layers - 1) {
        float pooled[2 * CHANNELS];
        pool(in, pooled);
        for (int of = 0; of < 2 * CHANNELS; of++)
            for (int channel = 0; channel < CHANNELS; channel++)
                bias[channel] += pooled[of] * pool_weights[of * CHANNELS + channel];
    }
    for (int channel = 0; channel < CHANNELS; channel++) {
        float scaled = __builtin_floorf(bias[channel] * OF_PRODUCT + OF_WEIGHT / 2);
        scaled = scaled > 1e8f ? 1e8f : scaled < -1e8f ? -1e8f : scaled;
        start[channel / 4][channel % 4] = (int)scaled;
    }
    /* Two points at once, and half of the channels, so that all sums stay in registers. */
    for (int point = 0; point < rules.points; point += 2)
        for (int half = 0; half < 2; half++) {
            int second = point + 1 < rules.points ? point + 1 : BEYOND_EDGE;
            i32x4 sum[2][HALF_WIDE];
            for (int part = 0; part < HALF_WIDE; part++)
                sum[0][part] = sum[1][part] = start[half * HALF_WIDE + part];
            for (int tap = 0; tap <= rules.slots; tap++) {
                int beside = second == BEYOND_EDGE ? BEYOND_EDGE : tapped(second, tap);
                const int *row = (const int *)(in + tapped(point, tap) * CHANNELS);
                const int *next = (const int *)(in + beside * CHANNELS);
                const i16x8 *of_tap = weights + tap * per_tap + half * HALF_WIDE;
                for (int pair = 0; pair < PAIRS; pair++) {
                    i32x4 both = {row[pair], row[pair], row[pair], row[pair]};
                    i32x4 also = {next[pair], next[pair], next[pair], next[pair]};
                    for (int part = 0; part < HALF_WIDE; part++) {
                        i16x8 by = of_tap[pair * WIDE + part];
                        sum[0][part] += __builtin_wasm_dot_s_i32x4_i16x8((i16x8)both, by);
                        sum[1][part] += __builtin_wasm_dot_s_i32x4_i16x8((i16x8)also, by);
                    }
                }
            }
            add_to(in, out, point, half, sum[0]);
            if (second != BEYOND_EDGE)
                add_to(in, out, second, half, sum[1]);
        }
}

/* The sum of the products of a row of weights and of a point. */
static inline int product(const short *weights, const short *in)
{
    i32x4 sum = {0};
    for (int part = 0; part < CHANNELS / 8; part++)
        sum += __builtin_wasm_dot_s_i32x4_i16x8(((const i16x8 *)weights)[part], ((const i16x8 *)in)[part]);
    return sum[0] + sum[1] + sum[2] + sum[3];
}

static void judge_whole(const short *in, int count, int mover)
{
    float heard[2 * CHANNELS + MOST_SIGNS + MAX_COLOURS], hidden[HIDDEN], whole[MAX_COLOURS + 1];
    float owned[MAX_COLOURS] = {0}, mean = 0;
    int seats = net_seats, width = 2 * CHANNELS + net_signs + seats;
    pool(in, heard);
    for (int point = 0; point < rules.points; point++)
        for (int seat = 0; seat < seats; seat++)
            owned[seat] += said_owners[point][seat];
    for (int seat = 0; seat < seats; seat++)
        mean += owned[seat] / (float)seats;
    for (int sign = 0; sign < net_signs; sign++)
        heard[2 * CHANNELS + sign] = signs[sign];
    for (int seat = 0; seat < seats; seat++)
        heard[2 * CHANNELS + net_signs + seat] = signs[seat] + (owned[seat] - mean) / 10;
    for (int at = 0; at < HIDDEN; at++)
        hidden[at] = hidden_bias[at];
    for (int of = 0; of < width; of++)
        for (int at = 0; at < HIDDEN; at++)
            hidden[at] += heard[of] * hidden_weights[of * HIDDEN + at];
    for (int of = 0; of <= seats; of++) {
        whole[of] = whole_bias[of];
        for (int at = 0; at < HIDDEN; at++)
            if (hidden[at] > 0)
                whole[of] += hidden[at] * whole_weights[at * (seats + 1) + of];
    }
    for (int seat = 0; seat < seats; seat++)
        said_values[seat] =
            seat < rules.colours && !has_left(colour_of_seat(mover, seat)) ? whole[seat] : -1000;
    make_chances(said_values, seats);
    if (count && seen_moves[count - 1] >= MAX_POINTS)
        said_moves[count - 1] = whole[seats];
}

/* What the net says of the position that `see_all` has seen, with so many moves and this mover. */
static void ask_net(int count, int mover)
{
    short *in = activations[0], *out = activations[1];
    convolve_input(in);
    for (int layer = 0; layer < net_layers; layer++) {
        convolve(layer, in, out);
        short *made = out;
        out = in;
        in = made;
    }
    for (int point = 0; point < rules.points; point++) {
        for (int of = 0; of <= net_seats; of++)
            said_owners[point][of] =
                owner_bias[of] +
                (float)product(owner_weights + of * CHANNELS, in + point * CHANNELS) / OF_PRODUCT;
        make_chances(said_owners[point], net_seats + 1);
    }
    for (int at = 0; at < count && seen_moves[at] < MAX_POINTS; at++) {
        int sum = 0;
        for (int tap = 0; tap <= rules.slots; tap++) {
            int other = tapped(seen_moves[at], tap);
            if (other != BEYOND_EDGE)
                sum += product(policy_weights + tap * CHANNELS, in + other * CHANNELS);
        }
        said_moves[at] = (float)sum / OF_PRODUCT;
    }
    judge_whole(in, count, mover);
    if (count)
        make_chances(said_moves, count);
}

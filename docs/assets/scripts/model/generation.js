// How a model writes: one token after the other.

/**
 * softmax(scores / temperature) over the best topK, or over all.
 *
 * Temperature 0 is the limit: 1 for the highest score, the first of several.
 * @param {Vector} scores
 * @param {number | null} [topK]
 */
attention.nextTokenProbabilities = (scores, temperature = 1, topK = null) => {
  if (!(temperature >= 0)) {
    throw new RangeError(`temperature ${temperature} must not be negative`);
  }
  if (topK !== null && !(topK >= 1 && topK <= scores.length)) {
    throw new RangeError(`topK ${topK} must be in 1 ... ${scores.length}`);
  }
  if (temperature === 0) [topK, temperature] = [1, 1];
  const ranked = scores.map((_, id) => id).sort((a, b) => scores[b] - scores[a] || a - b);
  const best = new Set(ranked.slice(0, topK ?? scores.length));
  return attention.softmax(
    scores.map((score, id) => (best.has(id) ? score / temperature : -Infinity))
  );
};

// The keys and values that a decoder layer has computed so far. Those of the
// memory stay as they are; those of the tokens grow by one with each token.
attention.LayerCache = class LayerCache {
  /**
   * @param {attention.DecoderLayer} layer
   * @param {Matrix} memory
   */
  constructor(layer, memory) {
    this.memory = layer.cross_attention.projectMemory(memory);
    /** @type {Matrix[][]} */
    this.tokens = [];
  }

  /**
   * Add those of a new token; return all: of each, H matrices (t + 1, d_k).
   * @param {Matrix[]} k
   * @param {Matrix[]} v
   */
  extend(k, v) {
    const before = this.tokens;
    this.tokens = [k, v].map((heads, part) =>
      heads.map((head, h) => [...(before[part]?.[h] ?? []), ...head])
    );
    return this.tokens;
  }
};


/**
 * Take one new token through a layer: x (1, D) -> (1, D), weights.
 *
 * It may attend to all tokens in the cache and to itself: there is nothing to
 * mask in its single row.
 * @param {attention.DecoderLayer} layer
 * @param {Matrix} x
 * @param {attention.LayerCache} cache
 * @param {Mask} memoryMask
 */
attention.cachedLayer = (layer, x, cache, memoryMask) =>
  layer.through(
    x,
    (y) => {
      const [q, k, v] = layer.self_attention.project(y);
      const [allK, allV] = cache.extend(k, v);
      return layer.self_attention.attend(q, allK, allV);
    },
    (y) => {
      const q = layer.cross_attention.projectQueries(y);
      return layer.cross_attention.attend(q, ...cache.memory, memoryMask);
    }
  );

/**
 * Score what follows the last of the ids; the others are in the caches.
 * @param {attention.Transformer} model
 * @param {number[]} ids
 * @param {attention.LayerCache[]} caches
 * @param {Mask} memoryMask
 * @returns {[Vector, Maps[]]}
 */
attention.cachedScores = (model, ids, caches, memoryMask) => {
  const last = ids.length - 1;
  const x = model.embed(model.target_embedding, ids.slice(last), last);
  const [y, maps] = model.decoder.each(x, (layer, x, number) =>
    attention.cachedLayer(layer, x, caches[number], memoryMask)
  );
  return [model.read_out.forward(y)[0], maps];
};

/**
 * A generator of numbers from 0 to 1, the same ones for the same seed
 * (mulberry32). Its numbers are not PyTorch's.
 * @param {number} seed
 */
attention.generator = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let bits = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
  return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
};

/**
 * The next token: the best one, or one that is drawn.
 * @param {Vector} scores
 * @param {number} temperature
 * @param {number | null} topK
 * @param {() => number} random
 */
attention.choose = (scores, temperature, topK, random) => {
  const p = attention.nextTokenProbabilities(scores, temperature, topK);
  if (temperature === 0) return p.indexOf(1);
  let rest = random();
  const drawn = p.findIndex((share) => (rest -= share) < 0);
  return drawn < 0 ? p.indexOf(Math.max(...p)) : drawn; // p may add up to less
};

/**
 * @typedef {object} Options
 * @property {number} [temperature] - 0 is greedy: always the highest score
 * @property {number | null} [topK]
 * @property {boolean} [useCache]
 * @property {() => number} [random]
 */

/**
 * A token that was written, its row of scores and the weights of that row.
 * @typedef {{id: number, scores: Vector, maps: Maps[]}} Step
 */

/**
 * Write a target for a source, token by token, until END.
 *
 * It stops after each token, so that whoever asks for the next one can change
 * the model before.
 * @param {attention.Transformer} model
 * @param {number[]} source
 * @param {number} maxLength
 * @param {Options} [options]
 * @returns {Generator<Step>}
 */
attention.generate = function* (model, source, maxLength, options = {}) {
  const { temperature = 0, topK = null, useCache = true, random = Math.random } = options;
  attention.checkLength(maxLength, model.positions.length);
  const [memory, mask] = model.encode(source);
  const caches = model.decoder.layers.map((layer) => new attention.LayerCache(layer, memory));
  const ids = [attention.START];
  while (ids.length <= maxLength && ids.at(-1) !== attention.END) {
    let scores, maps;
    if (useCache) {
      [scores, maps] = attention.cachedScores(model, ids, caches, mask);
    } else {
      const [rows, whole] = model.decode(ids, memory, mask);
      [scores, maps] = [rows[rows.length - 1], whole.map(attention.lastRows)];
    }
    const id = attention.choose(scores, temperature, topK, random);
    ids.push(id);
    yield { id, scores, maps };
  }
};

/**
 * What the last token looks at.
 * @param {Maps} maps
 * @returns {Maps}
 */
attention.lastRows = ({ back, across }) => ({
  back: back.map((head) => head.slice(-1)),
  across: across.map((head) => head.slice(-1)),
});

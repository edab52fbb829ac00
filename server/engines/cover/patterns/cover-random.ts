/**
 * A random number generator whose sequence depends only on its seed, so that a book has the same cover on every
 * machine.
 */
export interface Random {
  /** Returns a random number in [from, to). */
  between(from: number, to: number): number
  /** Returns a random integer in [from, to]. */
  whole(from: number, to: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly [T, ...T[]]): T
  /**
   * Picks a random item from a list, with a probability proportional to the item's weight. At least one weight must be
   * positive.
   */
  pickWeighted<T>(items: readonly (readonly [item: T, weight: number])[]): T
}

export function createRandom(seed: string): Random {
  const next = mulberry(hashToNumber(seed))
  const between = (from: number, to: number) => from + next() * (to - from)
  return {
    between,
    whole: (from, to) => Math.floor(between(from, to + 1)),
    chance: (probability) => next() < probability,
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
    pickWeighted(items) {
      let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0)
      const found = items.find(([, weight]) => (left -= weight) < 0) ?? items.at(-1)
      if (!found) throw new Error('nothing to pick from')
      return found[0]
    },
  }
}

/**
 * Hashes the UTF-16 code units of a text with FNV-1a and a final mixing step. Returns an unsigned integer of 32 bits.
 */
export function hashToNumber(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

function mulberry(state: number): () => number {
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

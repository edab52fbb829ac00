const slots = 2 ** 15
/**
 * The number of recorded requests after which all counts are halved, so that cache keys which were popular only in the
 * past lose their counts.
 */
const halvedAfter = slots

/**
 * Estimates how often cache keys were requested lately with a count-min sketch, in 32 kB for any number of keys. The
 * cache uses it for admission: as in TinyLFU, a new entry displaces only entries that are requested less often.
 */
export class RequestFrequency {
  #counts = new Uint8Array(slots)
  #recorded = 0

  record(key: string) {
    for (const slot of slotsOf(key)) {
      const count = this.#counts[slot] ?? 0
      if (count < 255) this.#counts[slot] = count + 1
    }
    if (++this.#recorded < halvedAfter) return
    this.#recorded = 0
    this.#counts.forEach((count, slot) => (this.#counts[slot] = count >> 1))
  }

  of(key: string): number {
    return Math.min(...slotsOf(key).map((slot) => this.#counts[slot] ?? 0))
  }
}

/**
 * Returns the indexes of the two counters that count the requests for a cache key. The two hashes are independent, so
 * keys that share one counter seldom share the other.
 */
function slotsOf(key: string): [number, number] {
  let one = 0x811c9dc5
  let other = 0x9747b28c
  for (let at = 0; at < key.length; at++) {
    const code = key.charCodeAt(at)
    one = Math.imul(one ^ code, 0x01000193)
    other = Math.imul(other + code, 0x85ebca6b) ^ (other >>> 13)
  }
  return [(one >>> 7) % slots, (other >>> 5) % slots]
}

import type { PageCache } from './page-cache.ts'

/** Lets concurrent requests for the same data share one computation. */
export class ConcurrentCalls<T> {
  #cache: PageCache
  #pending = new Map<string, { startedAt: number; result: Promise<T> }>()

  constructor(cache: PageCache) {
    this.#cache = cache
  }

  /**
   * Returns the result of a running computation with this key, or starts one. A computation is not shared after cached
   * data was invalidated, because it may have read old data. `compute` receives the logical time at which it starts.
   */
  run(key: string, compute: (startedAt: number) => Promise<T>): Promise<T> {
    const running = this.#pending.get(key)
    if (running !== undefined && !this.#cache.hasChangedSince(running.startedAt)) return running.result
    const startedAt = this.#cache.start()
    const result = compute(startedAt).finally(() => {
      if (this.#pending.get(key)?.startedAt === startedAt) this.#pending.delete(key)
    })
    this.#pending.set(key, { startedAt, result })
    return result
  }
}

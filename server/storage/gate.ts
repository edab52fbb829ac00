import { fail } from '#shared/api/failure.ts'

/** Lets few do heavy work at a time, has some wait in order, and sends the rest away. */
export class Gate {
  #places: number
  #queue: number
  #waiting: (() => void)[] = []

  constructor({ places, queue }: { places: number; queue: number }) {
    this.#places = places
    this.#queue = queue
  }

  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#places > 0) this.#places--
    else if (this.#waiting.length < this.#queue) await new Promise<void>((enter) => this.#waiting.push(enter))
    else fail('unavailable', '现在上传的人很多，请过一会儿再试', { retryAfter: 10 })
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#places++
    }
  }
}

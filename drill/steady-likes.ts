import { setTimeout as sleep } from 'node:timers/promises'

const pauseMs = 200
const answerWithinMs = 5000

/**
 * Likes the books one after another, withdraws the likes in the next round, and so on, so that the pages of these books
 * change all the time.
 */
export class SteadyLikes {
  acknowledged = 0
  readonly #stopping = new AbortController()
  readonly #ended: Promise<unknown>

  constructor(port: number, token: string, bookIds: string[]) {
    const like = async () => {
      for (let count = 0; !this.#stopping.signal.aborted; count++) {
        const itemId = bookIds[count % bookIds.length] ?? ''
        await this.#like(port, token, { itemType: 'book', itemId, on: Math.floor(count / bookIds.length) % 2 === 0 })
        await sleep(pauseMs)
      }
    }
    this.#ended = like()
  }

  async stop() {
    this.#stopping.abort()
    await this.#ended
  }

  async #like(port: number, token: string, body: { itemType: 'book'; itemId: string; on: boolean }) {
    const isAcknowledged = await fetch(`http://127.0.0.1:${port}/api/v1/user/liked`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: token },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(answerWithinMs),
    }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isAcknowledged) this.acknowledged += 1
  }
}

import pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'

type ShelfState = 'want' | 'read'

interface Written {
  /** The shelf state that the last acknowledged write gave the book; undefined if no write was acknowledged yet. */
  acknowledged: ShelfState | undefined
  /** Whether a later write was not acknowledged, so the database may contain the state before or after this write. */
  isUncertain: boolean
}

const writers = 4
const pauseMs = 150
const answerWithinMs = 5000

/**
 * Writes to a user's shelf in several parallel loops: puts books on it and changes their state. Remembers which writes
 * the site has acknowledged. These writes change no public page, so they make no cached page stale.
 */
export class AcknowledgedWrites {
  readonly #states = new Map<string, Written>()
  readonly #stopping = new AbortController()
  readonly #ended: Promise<unknown>
  /** The times of all acknowledgements, in milliseconds of `performance.now()`. */
  readonly times: number[] = []
  refused = 0

  constructor(port: number, token: string, bookIds: string[]) {
    const write = async (writer: number) => {
      const own = bookIds.filter((_, index) => index % writers === writer)
      for (let count = 0; !this.#stopping.signal.aborted; count++) {
        const bookId = own[count % own.length] ?? ''
        await this.#write(port, token, bookId, Math.floor(count / own.length) % 2 === 0 ? 'want' : 'read')
        await sleep(pauseMs)
      }
    }
    this.#ended = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  }

  async stop() {
    this.#stopping.abort()
    await this.#ended
  }

  /**
   * Returns the number of lost writes: books whose state in the database differs from the last acknowledged write.
   * Books with a later, unacknowledged write are not counted.
   */
  async countLost(connectionString: string): Promise<number> {
    const client = new pg.Client({ connectionString })
    await client.connect()
    try {
      const { rows } = await client.query<{ id: string; state: string }>('select book_id as id, state from shelf')
      const found = new Map(rows.map(({ id, state }) => [id, state]))
      const certain = [...this.#states].filter(([, state]) => state.acknowledged !== undefined && !state.isUncertain)
      return certain.filter(([id, { acknowledged }]) => found.get(id) !== acknowledged).length
    } finally {
      await client.end()
    }
  }

  async #write(port: number, token: string, bookId: string, wanted: ShelfState) {
    const state = this.#states.get(bookId) ?? { acknowledged: undefined, isUncertain: false }
    this.#states.set(bookId, state)
    const isAcknowledged = await fetch(`http://127.0.0.1:${port}/api/v1/user/shelf`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: token },
      body: JSON.stringify({ bookId, state: wanted }),
      signal: AbortSignal.timeout(answerWithinMs),
    }).then(
      async (answer) => answer.ok && ((await answer.json()) as { code: number }).code === 0,
      () => false,
    )
    if (isAcknowledged) {
      state.acknowledged = wanted
      state.isUncertain = false
      this.times.push(performance.now())
    } else {
      state.isUncertain = true
      this.refused += 1
    }
  }
}

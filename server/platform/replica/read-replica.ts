import pg from 'pg'
import { setTimeout as wait } from 'node:timers/promises'
import { type Connection, openDatabase } from '#server/platform/db/open-database.ts'
import type { Db } from '#server/platform/db/schema.ts'

/** A replica that does not report its position within this number of milliseconds counts as unavailable. */
const answerMs = 2000
/** Milliseconds between two requests for the position of a replica while no read waits for it. */
const lookIntervalMs = 500
/** Milliseconds between two requests for the position of a replica while a read waits for it. */
const quickIntervalMs = 2

/**
 * Its methods are called when a replica becomes available for reads, and when it becomes unavailable or is so from the
 * start.
 */
export interface ReplicaListener {
  found(name: string): void
  lost(name: string, error: Error): void
}

interface Position {
  isStandby: boolean
  replayed: string | null
}

/**
 * One read-only copy of the database, which PostgreSQL keeps up to date by streaming replication. A position is a place
 * in the write-ahead log of the primary, as a number of bytes.
 */
export class ReadReplica {
  readonly name: string
  #connection: Connection
  #poolSize: number
  #listener: ReplicaListener
  /** The connection pool for reads; undefined while the replica is unavailable or is not a standby. */
  #db: Db | undefined
  #client: pg.Client | undefined
  #replayed = -1n
  #isPrimary = false
  /** Whether the listener has been told the present state. */
  #isAnnounced = false
  #isStopped = false
  #looking: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  /** Functions that reject the running reads when the replica becomes unavailable. */
  #running = new Set<(error: Error) => void>()
  /**
   * After a read has waited in vain, the position for which it waited; no further read waits until the replica has
   * reached it. Otherwise undefined.
   */
  #awaited: bigint | undefined

  constructor(connection: Connection, poolSize: number, listener: ReplicaListener) {
    const { host, port } = new pg.Client(connection)
    this.name = `${host}:${port}`
    this.#connection = connection
    this.#poolSize = poolSize
    this.#listener = listener
  }

  /** The last known position up to which the replica has replayed the changes; undefined if it cannot be read from. */
  get replayed(): bigint | undefined {
    return this.#db === undefined ? undefined : this.#replayed
  }

  /** Whether the server answers but is not a standby, as after it has become the primary. */
  get isPrimary(): boolean {
    return this.#isPrimary
  }

  /** Whether a read should wait for the replica, because it is expected to have all changes of the primary soon. */
  get isHopeful(): boolean {
    return this.#db !== undefined && (this.#awaited === undefined || this.#replayed >= this.#awaited)
  }

  async start() {
    await this.look()
    if (this.#isStopped) return
    this.#timer = setTimeout(() => void this.start(), lookIntervalMs)
    this.#timer.unref()
  }

  async stop() {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#leave(new Error('the site stops'))
  }

  /** Returns whether the replica has all changes up to the position, for which it waits some milliseconds. */
  async reaches(position: bigint, withinMs: number): Promise<boolean> {
    const end = performance.now() + withinMs
    while (this.#db !== undefined && this.#replayed < position) {
      await Promise.race([this.look(), wait(withinMs, undefined, { ref: false })])
      if (this.#replayed >= position) break
      if (performance.now() >= end) {
        this.#awaited = position
        return false
      }
      await wait(quickIntervalMs)
    }
    return this.#db !== undefined
  }

  /** Reads from the replica. The promise is rejected as soon as the replica counts as unavailable. */
  async read<T>(read: (db: Db) => Promise<T>): Promise<T> {
    const db = this.#db
    if (db === undefined) throw new Error('the replica is away')
    const { promise: lost, reject } = Promise.withResolvers<never>()
    this.#running.add(reject)
    try {
      return await Promise.race([read(db), lost])
    } finally {
      this.#running.delete(reject)
    }
  }

  /** Asks the replica for its position. Concurrent calls share one query. */
  look(): Promise<void> {
    return (this.#looking ??= this.#ask().finally(() => (this.#looking = undefined)))
  }

  async #ask() {
    try {
      const client = (this.#client ??= await this.#connect())
      // The site may have stopped while the connection was being opened.
      if (this.#isStopped) return await this.#leave(new Error('the site stops'))
      const { rows } = await client.query<Position>(
        'select pg_is_in_recovery() as "isStandby", pg_last_wal_replay_lsn()::text as replayed',
      )
      const [{ isStandby, replayed } = { isStandby: false, replayed: null }] = rows
      this.#isPrimary = !isStandby
      if (!isStandby || replayed === null) return await this.#leave(new Error('the replica is no standby'))
      this.#replayed = toPosition(replayed)
      this.#open()
    } catch (error) {
      this.#isPrimary = false
      await this.#leave(error as Error)
    }
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      ...this.#connection,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
      keepAlive: true,
    })
    client.on('error', () => void this.#leave(new Error('the connection to the replica was lost')))
    try {
      await client.connect()
      return client
    } catch (error) {
      client.end().catch(() => undefined)
      throw error
    }
  }

  #open() {
    if (this.#db !== undefined || this.#isStopped) return
    this.#db = openDatabase(this.#connection, () => void this.look(), { size: this.#poolSize, isReadOnly: true })
    this.#isAnnounced = true
    this.#listener.found(this.name)
  }

  /**
   * Ends all reads and closes all connections. The pool is not kept until the replica is back, because its connections
   * to a machine that has vanished would look usable for a long time.
   */
  async #leave(error: Error) {
    const [client, db] = [this.#client, this.#db]
    this.#client = this.#db = undefined
    this.#replayed = -1n
    this.#awaited = undefined
    for (const end of this.#running) end(error)
    if ((db !== undefined || !this.#isAnnounced) && !this.#isStopped) this.#listener.lost(this.name, error)
    this.#isAnnounced = true
    client?.end().catch(() => undefined)
    // Reads that still run keep their connections, so the pool may take long to close, and only a stop waits for it.
    const closed = db?.destroy().catch(() => undefined)
    if (this.#isStopped) await closed
  }
}

/** Converts a position such as `16/B374D848` to a number of bytes. */
export function toPosition(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

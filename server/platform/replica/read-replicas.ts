import { sql } from 'kysely'
import { Failure } from '#shared/api/failure.ts'
import type { Connection } from '#server/platform/db/open-database.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { ReadReplica, type ReplicaListener, toPosition } from './read-replica.ts'

/** A read waits at most this number of milliseconds for a replica to catch up, and then uses the primary. */
const patienceMs = 50

/**
 * The state of one replica: `away` means that it does not answer, and `primary` that the server is not a replica at
 * present.
 */
interface ReplicaState {
  name: string
  state: 'current' | 'behind' | 'away' | 'primary'
  /** How many bytes of changes the replica has not replayed yet; null if it is not known. */
  behindBytes: number | null
}

interface ReplicaSettings {
  /** The largest number of connections to each replica. */
  poolSize: number
  listener: ReplicaListener
}

/**
 * Sends reads to replicas, so that the primary has to answer fewer. No read sees older data than it would on the
 * primary: before each read the primary is asked how far its write-ahead log reaches, and only a replica that has
 * replayed all of that answers the read. If there is none, or if it fails, the primary answers.
 */
export class ReadReplicas {
  #primary: Db
  #replicas: ReadReplica[]
  #asking: Promise<bigint> | undefined
  #nextAsking: Promise<bigint> | undefined
  #counts = { replica: 0, primary: 0 }

  constructor(primary: Db, connections: Connection[], { poolSize, listener }: ReplicaSettings) {
    this.#primary = primary
    this.#replicas = connections.map((connection) => new ReadReplica(connection, poolSize, listener))
  }

  /** The numbers of reads that replicas and the primary have answered since the start of the process. */
  get counts(): Readonly<{ replica: number; primary: number }> {
    return this.#counts
  }

  async start() {
    await Promise.all(this.#replicas.map((replica) => replica.start()))
  }

  async stop() {
    await Promise.all(this.#replicas.map((replica) => replica.stop()))
  }

  /**
   * Reads from a replica that is as new as the primary, or from the primary. If a replica fails, `read` is called again
   * with the primary, so it must have no effects.
   */
  async run<T>(read: (db: Db) => Promise<T>): Promise<T> {
    const replica = await this.#findCurrent()
    try {
      const answer = await replica?.read(async (db) => ({ value: await read(db) }))
      if (answer !== undefined) {
        this.#counts.replica++
        return answer.value
      }
    } catch (error) {
      // A `Failure`, for example because a book does not exist, is a valid answer, so the primary is not asked again.
      if (error instanceof Failure) throw error
      void replica?.look()
    }
    this.#counts.primary++
    return read(this.#primary)
  }

  /** Asks all replicas and the primary for their state. */
  async list(): Promise<ReplicaState[]> {
    const position = await this.#askPosition().catch(() => undefined)
    return Promise.all(this.#replicas.map((replica) => describe(replica, position)))
  }

  async #findCurrent(): Promise<ReadReplica | undefined> {
    const hopeful = this.#replicas.filter((replica) => replica.isHopeful)
    if (hopeful.length === 0) return undefined
    const position = await this.#askPosition().catch(() => undefined)
    if (position === undefined) return undefined
    const current = hopeful.filter(({ replayed = -1n }) => replayed >= position)
    const chosen = pickOne(current) ?? pickOne(hopeful)
    return chosen !== undefined && (await chosen.reaches(position, patienceMs)) ? chosen : undefined
  }

  /**
   * Returns a position behind every change that was committed before the call. A query that is already running may have
   * read the position before that commit, so all calls that arrive meanwhile share the next query.
   */
  #askPosition(): Promise<bigint> {
    if (this.#asking === undefined) {
      this.#asking = readPosition(this.#primary).finally(() => (this.#asking = undefined))
      return this.#asking
    }
    const again = () => {
      this.#nextAsking = undefined
      return this.#askPosition()
    }
    return (this.#nextAsking ??= this.#asking.then(again, again))
  }
}

/**
 * Reads the end of the write-ahead log: the position where the next change is inserted. The end of the part that is on
 * disk would not do, because with `synchronous_commit` off, a change is visible before it is on disk.
 */
async function readPosition(primary: Db): Promise<bigint> {
  const { rows } = await sql<{ position: string }>`select pg_current_wal_insert_lsn()::text as position`.execute(
    primary,
  )
  return toPosition(rows[0]?.position ?? '0/0')
}

function pickOne<T>(list: T[]): T | undefined {
  return list[Math.floor(Math.random() * list.length)]
}

async function describe(replica: ReadReplica, position: bigint | undefined): Promise<ReplicaState> {
  const { name } = replica
  await replica.look()
  if (replica.isPrimary) return { name, state: 'primary', behindBytes: null }
  if (replica.replayed === undefined) return { name, state: 'away', behindBytes: null }
  if (position === undefined) return { name, state: 'behind', behindBytes: null }
  const isCurrent = await replica.reaches(position, patienceMs)
  const behindBytes = isCurrent ? 0 : Number(position - (replica.replayed ?? position))
  return { name, state: isCurrent ? 'current' : 'behind', behindBytes }
}

import { sql } from 'kysely'
import pg from 'pg'
import type { Connection } from '#server/platform/db/open-database.ts'
import type { Topic } from './topics.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { recordPageChanges } from './record-page-changes.ts'

/**
 * Name of the PostgreSQL notification channel for cache invalidations. It contains the name of the program, so that
 * other programs on the same database do not use it by chance.
 */
const channel = 'zhitu_changed'
/**
 * The largest number of topics (names of changed data) in one PostgreSQL notification, whose payload is limited to 8000
 * bytes.
 */
const topicsAtOnce = 100
/** If the database does not answer for this many milliseconds, the connection counts as lost. */
const queryTimeoutMs = 5000
/** Milliseconds between two checks whether the connection to the database still works. */
const checkIntervalMs = 10_000

/**
 * The first element of a notification about a soft invalidation. Processes of versions before soft invalidation take it
 * for a topic on which nothing depends, and delete the pages of the other topics.
 */
const softMark = 'soft'

/**
 * Invalidates, on all server processes, every cached answer that depends on one of the topics (names of data such as
 * one book). Must run in the transaction that changes the data: PostgreSQL delivers the notification when the
 * transaction commits, and never when it rolls back. The sitemap gets the time of the change.
 */
export async function invalidate(db: Db, ...topics: Topic[]) {
  await notify(db, topics, [])
}

/**
 * Like `invalidate`, but retains the cached answers, which are sent only while the database is unavailable. Call it for
 * changes after which the old pages show wrong numbers, a wrong order or too little, and never for a change that takes
 * a text, name or picture away from the public or replaces it.
 */
export async function softInvalidate(db: Db, ...topics: Topic[]) {
  await notify(db, topics, [softMark])
}

async function notify(db: Db, named: Topic[], marks: string[]) {
  const topics = [...named, ...(await recordPageChanges(db, named))]
  for (let first = 0; first < topics.length; first += topicsAtOnce) {
    const batch = topics.slice(first, first + topicsAtOnce)
    await sql`select pg_notify(${channel}, ${JSON.stringify([...marks, ...batch])})`.execute(db)
  }
}

interface ChangeListener {
  /** Called when cached answers that depend on these topics (names of changed data) have become outdated. */
  changed(topics: string[], isSoft: boolean): void
  /** Called when the database connection is lost; from now on no invalidations are received. */
  lost(error: Error): void
  /** Called when the database connection works again. Invalidations sent while it was lost will never arrive. */
  restored(): void
  /** Called for a malformed database notification, which invalidates nothing. */
  ignored(payload: string): void
}

/** Receives the cache invalidations of all server processes on one database connection. */
export class Changes {
  #connection: Connection
  #listener: ChangeListener
  #client: pg.Client | undefined
  #retry: NodeJS.Timeout | undefined
  #timer: NodeJS.Timeout | undefined
  #ping: Promise<void> | undefined
  #nextPing: Promise<void> | undefined
  /** The attempt to connect that is under way; undefined while connected or waiting for the next attempt. */
  #attempt: Promise<void> | undefined
  #stopped = false

  constructor(connection: Connection, listener: ChangeListener) {
    this.#connection = connection
    this.#listener = listener
  }

  /** Connects and listens. Rejects if the database cannot be reached; a connection that is lost later is replaced. */
  async start() {
    this.#attempt = this.#connect().finally(() => (this.#attempt = undefined))
    await this.#attempt
  }

  async #connect() {
    const client = new pg.Client({
      ...this.#connection,
      keepAlive: true,
      connectionTimeoutMillis: queryTimeoutMs,
      query_timeout: queryTimeoutMs,
    })
    client.on('notification', ({ payload = '' }) => {
      const topics = readTopics(payload)
      if (topics === undefined) this.#listener.ignored(payload)
      else if (topics[0] === softMark) this.#listener.changed(topics.slice(1), true)
      else this.#listener.changed(topics, false)
    })
    client.on('error', (error) => this.#lose(client, error))
    client.on('end', () => this.#lose(client, new Error('the connection ended')))
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
    } catch (error) {
      client.end().catch(() => undefined)
      throw error
    }
    if (this.#stopped) return client.end()
    this.#client = client
    this.#timer = setInterval(() => void this.waitForInvalidation(), checkIntervalMs)
    this.#listener.restored()
  }

  /**
   * Resolves when this server process has received every invalidation that was committed before the call: PostgreSQL
   * delivers pending notifications before the answer to a later query. A query that is already running may have been
   * answered before the caller's commit, so all calls that arrive meanwhile share the next query; the connection runs
   * one query at a time.
   */
  waitForInvalidation(): Promise<void> {
    if (this.#ping === undefined) {
      this.#ping = this.#pingOnce().finally(() => (this.#ping = undefined))
      return this.#ping
    }
    this.#nextPing ??= this.#ping.then(() => {
      this.#nextPing = undefined
      return this.waitForInvalidation()
    })
    return this.#nextPing
  }

  /** Checks the connection with a query. The promise never rejects: a failed query marks the connection as lost. */
  async #pingOnce() {
    const client = this.#client
    if (client === undefined) return
    try {
      await client.query('select 1')
    } catch (error) {
      this.#lose(client, error as Error)
    }
  }

  async stop() {
    this.#stopped = true
    clearTimeout(this.#retry)
    clearInterval(this.#timer)
    const client = this.#client
    this.#client = undefined
    // Waits for an attempt to connect that is still under way. It would otherwise open a connection later that nobody
    // ends.
    await this.#attempt?.catch(() => undefined)
    await client?.end()
  }

  #lose(client: pg.Client, error: Error) {
    if (this.#stopped || this.#client !== client) return
    this.#client = undefined
    clearInterval(this.#timer)
    // A connection that counts as lost may only be slow; closing it makes sure that no later notifications arrive on
    // it.
    client.end().catch(() => undefined)
    this.#listener.lost(error)
    this.#reconnect()
  }

  #reconnect() {
    this.#retry = setTimeout(() => {
      this.start().catch(() => this.#stopped || this.#reconnect())
    }, 500)
  }
}

/**
 * Returns the topics (names of changed data) in a PostgreSQL notification, or undefined unless its payload is a JSON
 * array of strings.
 */
function readTopics(payload: string): string[] | undefined {
  try {
    const topics: unknown = JSON.parse(payload)
    return Array.isArray(topics) && topics.every((topic) => typeof topic === 'string') ? topics : undefined
  } catch {
    return undefined
  }
}

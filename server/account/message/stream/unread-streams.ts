import { findSession } from '#server/account/session/find-session.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { countMessages } from '#server/account/message/message-queries.ts'
import { userOfMessages } from '#server/platform/cache/topics.ts'

/** One open page of a user, with the functions that send the number of unread messages to it. */
export interface UnreadStream {
  userId: string
  /** The IP address of the page. */
  address: string
  token: string
  /** The number of unread messages that was last sent to the page. */
  sentCount?: number
  send(count: number): void
  end(): void
}

/** The largest numbers of open pages on a node: of all users, of one user, and from one IP address. */
const maxStreams = 2000
const maxStreamsPerUser = 6
const maxStreamsPerAddress = 60

/** The open pages on this node that receive the number of unread messages of their user. */
export class UnreadStreams {
  #db: Db
  #onError: (error: unknown) => void
  #workers: number
  #streams = new Map<string, Set<UnreadStream>>()
  /** The number of open pages, by IP address. */
  #addresses = new Map<string, number>()
  #count = 0
  /**
   * The users whose number of unread messages is being read from the database. The value is true when the messages have
   * changed since the query began.
   */
  #underWay = new Map<string, boolean>()
  #isClosed = false

  /**
   * `workers` is the number of processes that share the port of the site. Each of them gets an equal share of the pages
   * of a user and of an IP address, because connections go to the processes in turn.
   */
  constructor(db: Db, onError: (error: unknown) => void, workers = 1) {
    this.#db = db
    this.#onError = onError
    this.#workers = workers
  }

  /** The number of open pages. */
  get count(): number {
    return this.#count
  }

  /**
   * Adds a page that receives the number of unread messages. Returns false when there are too many pages already; the
   * page must then poll.
   */
  open(stream: UnreadStream): boolean {
    const pages = this.#streams.get(stream.userId) ?? new Set()
    const ofAddress = this.#addresses.get(stream.address) ?? 0
    const isFull = pages.size >= this.#shareOf(maxStreamsPerUser) || ofAddress >= this.#shareOf(maxStreamsPerAddress)
    if (this.#isClosed || this.#count >= maxStreams || isFull) return false
    this.#streams.set(stream.userId, pages.add(stream))
    this.#addresses.set(stream.address, ofAddress + 1)
    this.#count++
    this.#update(stream.userId)
    return true
  }

  close(stream: UnreadStream) {
    const pages = this.#streams.get(stream.userId)
    if (pages?.size === 1 && pages.has(stream)) this.#streams.delete(stream.userId)
    if (!pages?.delete(stream)) return
    this.#count--
    const left = (this.#addresses.get(stream.address) ?? 1) - 1
    if (left > 0) this.#addresses.set(stream.address, left)
    else this.#addresses.delete(stream.address)
  }

  #shareOf(max: number) {
    return Math.max(1, Math.floor(max / this.#workers))
  }

  /**
   * Receives all invalidated cache topics. Sends the new number of unread messages to the pages of users whose messages
   * have changed, and returns the topics that are not about messages, which the caller handles.
   */
  changed(topics: string[]): string[] {
    return topics.filter((topic) => {
      const userId = userOfMessages(topic)
      if (userId !== undefined) this.#update(userId)
      return userId === undefined
    })
  }

  /**
   * Sends the current number of unread messages to all open pages. It is called when the connection to the database was
   * lost and changes may have been missed.
   */
  updateAll() {
    for (const userId of this.#streams.keys()) this.#update(userId)
  }

  closeAll() {
    this.#isClosed = true
    for (const stream of this.#all()) stream.end()
  }

  #all() {
    return [...this.#streams.values()].flatMap((pages) => [...pages])
  }

  /**
   * Reads a user's number of unread messages and sends it to the user's open pages. One query per user runs at a time,
   * however many changes happen.
   */
  #update(userId: string) {
    if (!this.#streams.has(userId)) return
    if (this.#underWay.has(userId)) return void this.#underWay.set(userId, true)
    this.#underWay.set(userId, false)
    void this.#send(userId)
      .catch(this.#onError)
      .then(() => {
        const hasChanged = this.#underWay.get(userId)
        this.#underWay.delete(userId)
        if (hasChanged) this.#update(userId)
      })
  }

  /**
   * Sends the current number of unread messages to the open pages of a user, and closes the pages whose session has
   * ended.
   */
  async #send(userId: string) {
    const count = await countMessages(this.#db, userId, { status: 'unread' })
    for (const stream of this.#streams.get(userId) ?? []) {
      if ((await findSession(this.#db, stream.token)) === null) stream.end()
      else if (stream.sentCount !== count) stream.send((stream.sentCount = count))
    }
  }
}

import { findSession } from '#server/account/session/session-queries.ts'
import type { Db } from '#server/db/schema.ts'
import { countMessages } from '#server/message/message-queries.ts'
import { userOfMessages } from '#server/cache/topics.ts'

/** One open page of a reader, and how it is told. */
export interface UnreadStream {
  userId: string
  token: string
  /** The count the page knows. */
  told?: number
  send(count: number): void
  end(): void
}

const maxStreams = 2000
const maxStreamsOfOne = 6

/** The pages on this node that are told as soon as their reader has something new. */
export class UnreadStreams {
  #db: Db
  #onError: (error: unknown) => void
  #streams = new Map<string, Set<UnreadStream>>()
  #count = 0
  /** Readers whose pages are being told; true where something changed meanwhile. */
  #underWay = new Map<string, boolean>()
  #isClosed = false

  constructor(db: Db, onError: (error: unknown) => void) {
    this.#db = db
    this.#onError = onError
  }

  /** False when there are too many already: the page asks now and then instead. */
  open(stream: UnreadStream): boolean {
    const own = this.#streams.get(stream.userId) ?? new Set()
    if (this.#isClosed || this.#count >= maxStreams || own.size >= maxStreamsOfOne) return false
    this.#streams.set(stream.userId, own.add(stream))
    this.#count++
    this.#tell(stream.userId)
    return true
  }

  close(stream: UnreadStream) {
    const own = this.#streams.get(stream.userId)
    if (own?.delete(stream)) this.#count--
    if (own?.size === 0) this.#streams.delete(stream.userId)
  }

  /** Tells the pages of the readers these topics are about, and returns the topics that are about something else. */
  changed(topics: string[]): string[] {
    return topics.filter((topic) => {
      const userId = userOfMessages(topic)
      if (userId !== undefined) this.#tell(userId)
      return userId === undefined
    })
  }

  /** What happened while nothing was heard is unknown. */
  tellAll() {
    for (const userId of this.#streams.keys()) this.#tell(userId)
  }

  closeAll() {
    this.#isClosed = true
    for (const stream of this.#all()) stream.end()
  }

  #all() {
    return [...this.#streams.values()].flatMap((own) => [...own])
  }

  /** However much happens at once, one reader's pages are told by one asking at a time. */
  #tell(userId: string) {
    if (!this.#streams.has(userId)) return
    if (this.#underWay.has(userId)) return void this.#underWay.set(userId, true)
    this.#underWay.set(userId, false)
    void this.#ask(userId)
      .catch(this.#onError)
      .then(() => {
        const hasChanged = this.#underWay.get(userId)
        this.#underWay.delete(userId)
        if (hasChanged) this.#tell(userId)
      })
  }

  /** A page whose session has ended learns nothing more. */
  async #ask(userId: string) {
    const count = await countMessages(this.#db, userId, { status: 'unread' })
    for (const stream of this.#streams.get(userId) ?? []) {
      if ((await findSession(this.#db, stream.token)) === null) stream.end()
      else if (stream.told !== count) stream.send((stream.told = count))
    }
  }
}

import { performance } from 'node:perf_hooks'
import { Failure } from '#shared/api/failure.ts'

export interface AdmissionSettings {
  /** How many requests are worked on at the same time while the event loop is busy. */
  running: number
  /** How many may be while it is idle, waiting for the database say. */
  runningWhileIdle: number
  /** How many more may wait, in the order of their arrival. */
  waiting: number
  /** Milliseconds after which a waiting request is refused. */
  longestWaitMs: number
}

export const defaultAdmission: AdmissionSettings = {
  running: 4,
  runningWhileIdle: 32,
  waiting: 64,
  longestWaitMs: 800,
}

/** While bodies of uploads arrive, which may be slow, they hold places apart from those of all other requests. */
export const uploadPlaces = { running: 16, runningWhileIdle: 16 }

interface Waiting {
  address: string
  since: number
  enter(): void
  refuse(failure: Failure): void
}

/** Milliseconds between two looks at the event loop and at those who wait. */
const lookMs = 100
/** The share of those milliseconds in which the event loop worked, from which on it counts as busy. */
const busyUtilization = 0.9

/**
 * Bounds the requests that a node works on. Beyond the limit a request waits for a short time; beyond that it fails as
 * `unavailable` (503), so that under overload a node spends its time on answers that arrive in time. Unlike `ConcurrencyLimit`
 * it costs next to nothing for each request, since it stands before all of them.
 */
export class AdmissionLimit {
  #settings: AdmissionSettings
  #queue = new Set<Waiting>()
  /** How many requests of each address are running or waiting. */
  #places = new Map<string, number>()
  #runningOf = new Map<string, number>()
  #running = 0
  #isBusy = false
  #seen = performance.eventLoopUtilization()
  #timer: NodeJS.Timeout

  constructor(settings: AdmissionSettings) {
    this.#settings = settings
    this.#timer = setInterval(() => this.#look(), lookMs).unref()
  }

  /** Whether a further request would be refused at once, whoever sends it. */
  get isFull(): boolean {
    return this.#isQueueFull() && !this.#hasRoom()
  }

  /**
   * Resolves when the request may be worked on, with a function that gives its place back; rejects when it is refused. `onGone`
   * is given the function to call when the client disconnects: a request that still waits then fails without any work.
   */
  async enter(address: string, onGone: (leave: () => void) => void): Promise<() => void> {
    const places = this.#places.get(address) ?? 0
    // One address may hold half of all places, so that its flood leaves room for others.
    const most = Math.ceil((this.#settings.running + this.#settings.waiting) / 2)
    const mayRun = this.#mayRun(address)
    if (places >= most || (!mayRun && this.#isQueueFull())) throw busy()
    add(this.#places, address, 1)
    try {
      if (mayRun) this.#begin(address)
      else await this.#wait(address, onGone)
    } catch (error) {
      add(this.#places, address, -1)
      throw error
    }
    return () => {
      this.#running--
      add(this.#runningOf, address, -1)
      add(this.#places, address, -1)
      this.#enterNext()
    }
  }

  stop() {
    clearInterval(this.#timer)
  }

  #most() {
    return this.#isBusy ? this.#settings.running : this.#settings.runningWhileIdle
  }

  #hasRoom() {
    return this.#running < this.#most()
  }

  #isQueueFull() {
    return this.#queue.size >= this.#settings.waiting
  }

  /**
   * Whether a request of this address may be worked on now. A quarter of what runs may be of one address, so that its slow
   * requests leave room for others; and at least two, so that one slow request does not hold up all who share the address.
   */
  #mayRun(address: string) {
    const most = Math.max(2, Math.floor(this.#most() / 4))
    return this.#hasRoom() && (this.#runningOf.get(address) ?? 0) < most
  }

  #begin(address: string) {
    this.#running++
    add(this.#runningOf, address, 1)
  }

  #wait(address: string, onGone: (leave: () => void) => void): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting = { address, since: performance.now(), enter: resolve, refuse: reject }
    this.#queue.add(waiting)
    onGone(() => this.#queue.delete(waiting) && reject(busy()))
    return promise
  }

  #enterNext() {
    for (const waiting of this.#queue) {
      if (!this.#hasRoom()) return
      if (!this.#mayRun(waiting.address)) continue
      this.#queue.delete(waiting)
      this.#begin(waiting.address)
      waiting.enter()
    }
  }

  #look() {
    const now = performance.eventLoopUtilization()
    this.#isBusy = performance.eventLoopUtilization(now, this.#seen).utilization >= busyUtilization
    this.#seen = now
    const oldest = performance.now() - this.#settings.longestWaitMs
    for (const waiting of this.#queue) {
      if (waiting.since > oldest) break
      this.#queue.delete(waiting)
      waiting.refuse(busy())
    }
    this.#enterNext()
  }
}

/** Changes a count of an address; an address that has none left is forgotten. */
function add(counts: Map<string, number>, address: string, change: number) {
  const count = (counts.get(address) ?? 0) + change
  if (count > 0) counts.set(address, count)
  else counts.delete(address)
}

/** Clients come back at different times, so that they do not all come at once again. */
export function busy(): Failure {
  return new Failure('unavailable', '现在访问的人太多，请过几秒再试', { retryAfter: 3 + Math.floor(Math.random() * 6) })
}

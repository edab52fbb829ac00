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
    return this.#queue.size >= this.#settings.waiting && !this.#hasRoom()
  }

  /**
   * Resolves when the request may be worked on, with a function that gives its place back; rejects when it is refused. `onGone`
   * is given the function to call when the client disconnects: a request that still waits then fails without any work.
   */
  async enter(address: string, onGone: (leave: () => void) => void): Promise<() => void> {
    const places = this.#places.get(address) ?? 0
    // One address may hold half of all places, so that its flood leaves room for others.
    const most = Math.ceil((this.#settings.running + this.#settings.waiting) / 2)
    if (this.isFull || places >= most) throw busy()
    this.#places.set(address, places + 1)
    try {
      if (this.#hasRoom()) this.#running++
      else await this.#wait(address, onGone)
    } catch (error) {
      this.#forget(address)
      throw error
    }
    return () => {
      this.#running--
      this.#forget(address)
      this.#enterNext()
    }
  }

  stop() {
    clearInterval(this.#timer)
  }

  #hasRoom() {
    return this.#running < (this.#isBusy ? this.#settings.running : this.#settings.runningWhileIdle)
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
      this.#queue.delete(waiting)
      this.#running++
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

  #forget(address: string) {
    const places = (this.#places.get(address) ?? 1) - 1
    if (places === 0) this.#places.delete(address)
    else this.#places.set(address, places)
  }
}

/** Clients come back at different times, so that they do not all come at once again. */
export function busy(): Failure {
  return new Failure('unavailable', '现在访问的人太多，请过几秒再试', { retryAfter: 3 + Math.floor(Math.random() * 6) })
}

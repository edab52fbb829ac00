import { performance } from 'node:perf_hooks'
import { Failure } from '#shared/api/failure.ts'

export interface AdmissionSettings {
  /** The largest number of concurrent requests while the event loop is busy. */
  running: number
  /** The largest number of concurrent requests while the event loop is idle, for example waiting for the database. */
  runningWhileIdle: number
  /** The largest number of waiting requests, which run in the order of their arrival. */
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

/**
 * The limits for uploads. Uploads, whose bodies may arrive slowly, do not count against the limits of other requests.
 */
export const uploadSlots = { running: 16, runningWhileIdle: 16 }

interface Waiting {
  address: string
  since: number
  enter(): void
  refuse(failure: Failure): void
}

/** Milliseconds between two checks of the event loop's load and of the waiting requests. */
const checkMs = 100
/** The utilization, from 0 to 1, at which the event loop counts as busy. */
const busyUtilization = 0.9

/**
 * Limits the number of concurrent requests of a node. When the limit is reached, requests wait for a short time; when
 * too many wait, requests fail as `unavailable` (503), so that under overload a node spends its time on answers that
 * arrive in time. Checking the limit must be cheap, because every request of the site passes it.
 */
export class AdmissionLimit {
  #settings: AdmissionSettings
  #queue = new Set<Waiting>()
  /** The number of running and waiting requests, by IP address. */
  #slots = new Map<string, number>()
  #runningOf = new Map<string, number>()
  #running = 0
  #isBusy = false
  #seen = performance.eventLoopUtilization()
  #timer: NodeJS.Timeout

  constructor(settings: AdmissionSettings) {
    this.#settings = settings
    this.#timer = setInterval(() => this.#check(), checkMs).unref()
  }

  /** Whether every further request would be refused immediately. */
  get isFull(): boolean {
    return this.#isQueueFull() && !this.#hasRoom()
  }

  /**
   * Waits until the request may run and returns a function that must be called when the request ends. Fails as
   * `unavailable` when the request is refused. `onDisconnect` receives a function that must be called when the client
   * disconnects: if the request still waits then, it fails and never runs.
   */
  async enter(address: string, onDisconnect: (leave: () => void) => void): Promise<() => void> {
    const slots = this.#slots.get(address) ?? 0
    // One IP address may have half of all running and waiting requests, so that its flood leaves room for other
    // clients.
    const maxSlots = Math.ceil((this.#settings.running + this.#settings.waiting) / 2)
    const mayRun = this.#mayRun(address)
    if (slots >= maxSlots || (!mayRun && this.#isQueueFull())) throw busy()
    add(this.#slots, address, 1)
    try {
      if (mayRun) this.#begin(address)
      else await this.#wait(address, onDisconnect)
    } catch (error) {
      add(this.#slots, address, -1)
      throw error
    }
    return () => {
      this.#running--
      add(this.#runningOf, address, -1)
      add(this.#slots, address, -1)
      this.#enterNext()
    }
  }

  stop() {
    clearInterval(this.#timer)
  }

  #maxRunning() {
    return this.#isBusy ? this.#settings.running : this.#settings.runningWhileIdle
  }

  #hasRoom() {
    return this.#running < this.#maxRunning()
  }

  #isQueueFull() {
    return this.#queue.size >= this.#settings.waiting
  }

  /**
   * Returns whether a request from this IP address may run now. One IP address may have a quarter of the running
   * requests, so that its slow requests leave room for others, but at least two, so that one slow request does not
   * block all its users.
   */
  #mayRun(address: string) {
    const maxOfAddress = Math.max(2, Math.floor(this.#maxRunning() / 4))
    return this.#hasRoom() && (this.#runningOf.get(address) ?? 0) < maxOfAddress
  }

  #begin(address: string) {
    this.#running++
    add(this.#runningOf, address, 1)
  }

  #wait(address: string, onDisconnect: (leave: () => void) => void): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting = { address, since: performance.now(), enter: resolve, refuse: reject }
    this.#queue.add(waiting)
    onDisconnect(() => this.#queue.delete(waiting) && reject(busy()))
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

  #check() {
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

/** Changes the counted number of requests of an IP address and deletes the entry when it reaches zero. */
function add(counts: Map<string, number>, address: string, change: number) {
  const count = (counts.get(address) ?? 0) + change
  if (count > 0) counts.set(address, count)
  else counts.delete(address)
}

/** Returns the failure for a refused request. The retry times are random, so that clients do not return all at once. */
export function busy(): Failure {
  return new Failure('unavailable', '现在访问的人太多，请过几秒再试', { retryAfter: 3 + Math.floor(Math.random() * 6) })
}

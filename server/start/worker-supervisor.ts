import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { WorkerMessage, WorkerTask } from './worker-task.ts'

/** The time in ms after the beginning of a stop after which workers close the connections that are still busy. */
const closeWithinMs = 10_000
/** The time in ms after the beginning of a stop after which workers that still run are killed. */
const killAfterMs = 25_000
/** The pause in ms before a dead worker is replaced. The pause doubles when the replacement dies within a minute. */
const shortestPauseMs = 250
const longestPauseMs = 30_000
const steadyMs = 60_000
/** The number of workers that also run background jobs: with two, the jobs go on while one of them is replaced. */
const workersWithJobs = 2

/** The state of one worker process; if the process dies, its replacement takes over this state. */
interface Slot {
  runsJobs: boolean
  worker?: Worker
  /** The time at which the worker began to accept connections; undefined before that. */
  readyAt: number | undefined
  pauseMs: number
  replacement?: NodeJS.Timeout
}

interface SupervisorParts {
  count: number
  task: Omit<WorkerTask, 'runsJobs'>
  log: Logger
  /** Called when no worker accepts connections and a new one could not start. */
  onHopeless(error: Error): void
}

/**
 * Runs several worker processes that share the port of the site. This process holds the listening socket and gives each
 * new connection to the next worker, so a connection that arrives while one worker stops goes to another worker. A
 * worker that dies is replaced.
 */
export class WorkerSupervisor {
  readonly #parts: SupervisorParts
  readonly #slots: Slot[]
  #isStopping = false

  constructor(parts: SupervisorParts) {
    this.#parts = parts
    this.#slots = Array.from({ length: parts.count }, (_, index) => ({
      runsJobs: index < workersWithJobs,
      readyAt: undefined,
      pauseMs: shortestPauseMs,
    }))
    cluster.schedulingPolicy = cluster.SCHED_RR
    cluster.setupPrimary({ exec: join(import.meta.dirname, 'run-worker.ts'), args: [] })
  }

  /**
   * Starts all workers and resolves when they accept connections. The first worker starts alone, so that a site that
   * cannot start says why once.
   */
  async start() {
    const [first, ...others] = this.#slots
    if (first) await this.#fork(first)
    await Promise.all(others.map((slot) => this.#fork(slot)))
  }

  /** Makes all workers answer `/readyz` with 503, while they still answer all other requests. */
  startDraining() {
    for (const { worker } of this.#slots) if (worker) send(worker, { isDraining: true })
  }

  /**
   * Stops the workers one after another, so that at least one of them answers as long as possible. The time for the
   * stop is divided equally among the workers: if one is slow to finish its requests, the next one begins to stop when
   * the time of the slow one is over.
   */
  async stop() {
    this.#isStopping = true
    for (const { replacement } of this.#slots) clearTimeout(replacement)
    const closeAt = performance.now() + closeWithinMs
    const workers = this.#slots.flatMap(({ worker }) => (worker && !worker.isDead() ? [worker] : []))
    const kill = setTimeout(() => workers.forEach(({ process }) => process.kill('SIGKILL')), killAfterMs)
    const ends: Promise<unknown>[] = []
    for (const worker of workers) {
      const ended = worker.isDead() ? Promise.resolve() : once(worker, 'exit')
      send(worker, { closeWithinMs: Math.max(0, closeAt - performance.now()) })
      ends.push(ended)
      await Promise.race([ended, sleep(closeWithinMs / workers.length)])
    }
    await Promise.all(ends)
    clearTimeout(kill)
  }

  /** Starts a worker process. Resolves when it accepts connections, and fails if it ends before that. */
  #fork(slot: Slot): Promise<void> {
    const { task, log } = this.#parts
    const worker = cluster.fork()
    const pid = worker.process.pid
    slot.worker = worker
    slot.readyAt = undefined
    worker.on('error', (error) => log.warn({ err: error, worker: pid }, 'worker not reached'))
    closeLostConnection(worker)
    send(worker, { task: { ...task, runsJobs: slot.runsJobs } })
    return new Promise((done, failed) => {
      worker.once('listening', () => {
        slot.readyAt = performance.now()
        log.info({ worker: pid }, 'worker ready')
        done()
      })
      worker.once('exit', (code, signal) => {
        const error = new Error(`站点的进程没能启动（${signal ?? code}），原因见上。`)
        failed(error)
        if (!this.#isStopping) this.#replace(slot, error, { worker: pid, code, signal })
      })
    })
  }

  #replace(slot: Slot, error: Error, facts: object) {
    const couldStart = slot.readyAt !== undefined
    const isSteady = slot.readyAt !== undefined && performance.now() - slot.readyAt >= steadyMs
    slot.readyAt = undefined
    if (!couldStart && this.#slots.every(({ readyAt }) => readyAt === undefined)) return this.#parts.onHopeless(error)
    const pauseMs = isSteady ? shortestPauseMs : slot.pauseMs
    slot.pauseMs = Math.min(longestPauseMs, pauseMs * 2)
    this.#parts.log.error({ ...facts, pauseMs }, 'worker ended, another one follows')
    slot.replacement = setTimeout(() => void this.#fork(slot).catch(() => undefined), pauseMs)
  }
}

/** Sends a message to a worker; a worker that has ended meanwhile needs none. */
function send(worker: Worker, message: WorkerMessage) {
  if (worker.isConnected()) worker.send(message)
}

/**
 * Closes the connection that a worker was being given when it died. Node hands a worker one connection at a time and
 * keeps its own handle of that connection open until the worker confirms, so without this the client of a killed worker
 * would wait forever.
 */
function closeLostConnection(worker: Worker) {
  const { process: child } = worker
  const sendHandle = child.send.bind(child) as (...sent: unknown[]) => boolean
  let last: { close(): void } | undefined
  child.send = (...sent: unknown[]) => {
    if (sent[1]) last = sent[1] as { close(): void }
    return sendHandle(...sent)
  }
  worker.once('exit', () => last?.close())
}

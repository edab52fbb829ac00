import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const mainOfThisVersion = resolve(import.meta.dirname, '#server/start/main.ts')
const readyWithinMs = 120_000

/** One node of the site, which is a process with its own port. It has the same port after a restart. */
export class SiteNode {
  readonly port: number
  /** Path of the program that the next start runs. */
  main: string
  readonly #environment: NodeJS.ProcessEnv
  #process: ChildProcess | undefined
  #output = ''

  constructor(port: number, environment: NodeJS.ProcessEnv, main = mainOfThisVersion) {
    this.port = port
    this.main = main
    this.#environment = environment
  }

  /** Everything that the node has printed since its first start. */
  get output(): string {
    return this.#output
  }

  /** Starts the node and resolves when `/readyz` answers 200. */
  async start() {
    const child = spawn(process.execPath, [this.main], {
      env: { ...process.env, ...this.#environment, PORT: String(this.port), HOST: '127.0.0.1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (this.#output += String(text)))
    this.#process = child
    const began = performance.now()
    while (!(await this.#isReady())) {
      if (child.exitCode !== null) throw new Error(`a node ended by itself:\n${this.#output}`)
      if (performance.now() - began > readyWithinMs) throw new Error(`a node is not ready:\n${this.#output}`)
      await sleep(50)
    }
  }

  /** The process id, while the node runs. */
  get pid(): number | undefined {
    return this.#process?.pid
  }

  /** Suspends the process until `resume` is called. */
  pause() {
    this.#process?.kill('SIGSTOP')
  }

  resume() {
    this.#process?.kill('SIGCONT')
  }

  /** Ends the node's process with a signal and resolves when it has ended. */
  async end(signal: 'SIGTERM' | 'SIGKILL') {
    const child = this.#process
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  #isReady() {
    return fetch(`http://127.0.0.1:${this.port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  }
}

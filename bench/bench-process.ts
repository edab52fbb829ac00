import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const undos: (() => Promise<unknown>)[] = []

/** Registers a cleanup function. The last registered function runs first. */
export function atEnd(undo: () => Promise<unknown>) {
  undos.push(undo)
}

/** Runs the cleanup functions, when the benchmarks end or are interrupted. */
export async function cleanUp() {
  for (const undo of undos.splice(0).toReversed()) await undo().catch((error: unknown) => console.error(error))
}

/** Environment variables that `npm start` sets, so that benchmarks run with the same memory settings as the site. */
export const startSettings: Record<string, string> = readSettings()

function readSettings() {
  const { scripts } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../package.json'), 'utf8'))
  return Object.fromEntries(
    String(scripts.start)
      .matchAll(/\b([A-Z_]+)=(\S*)/g)
      .map(([, name, value]) => [name, value]),
  )
}

/**
 * A child process that answers the benchmark's questions. The measured part runs in a process of its own, so that it
 * shares no event loop with the benchmark or with other measured parts.
 */
export interface Child {
  ask<Answer>(question: object): Promise<Answer>
  stop(): Promise<void>
}

/**
 * Starts a TypeScript file of the folder `bench` as a child process; the file must call `answerParent`. Without
 * `settings`, the child runs with Node's default flags.
 */
export function startChild(file: string, settings: Record<string, string> = {}): Child {
  const child = fork(join(import.meta.dirname, file), {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  const stop = async () => {
    if (child.connected) child.disconnect()
    await exited
  }
  atEnd(stop)
  const ask = async <Answer>(question: object) => {
    child.send(question)
    const ended = exited.then(() => Promise.reject(new Error(`${file} ended`)))
    const [answer] = (await Promise.race([once(child, 'message'), ended])) as [{ result: Answer } | { error: string }]
    if ('error' in answer) throw new Error(`${file}: ${answer.error}`)
    return answer.result
  }
  return { ask, stop }
}

/** Answers the parent's questions one at a time in a child process, and exits when the parent disconnects. */
export function answerParent<Question>(answer: (question: Question) => Promise<unknown>) {
  process.on('disconnect', () => process.exit())
  process.on('message', (question: Question) => {
    answer(question).then(
      (result) => process.send?.({ result }),
      (error: unknown) => process.send?.({ error: error instanceof Error ? error.stack : String(error) }),
    )
  })
}

/** Returns the processor time of all threads since the process started, in ms. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

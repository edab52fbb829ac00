import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { atEnd } from './cleanup.ts'

/** A process of its own, so that no measured part shares an event loop with another or with the one that measures. */
export interface Child {
  ask<Answer>(question: object): Promise<Answer>
  stop(): Promise<void>
}

/** Starts a file of this folder, which is to call `answerParent`; in a plain Node unless settings are given. */
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

/** The child's side: answers one question at a time, and goes when the parent does. */
export function answerParent<Question>(answer: (question: Question) => Promise<unknown>) {
  process.on('disconnect', () => process.exit())
  process.on('message', (question: Question) => {
    answer(question).then(
      (result) => process.send?.({ result }),
      (error: unknown) => process.send?.({ error: error instanceof Error ? error.stack : String(error) }),
    )
  })
}

/** All threads' processor time since the process started, in ms. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

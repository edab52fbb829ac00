import type { ChildProcess } from 'node:child_process'
import { Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { Failure, type FailureKind } from '#shared/api/failure.ts'
import { forkReader } from '#server/engines/epub/fork-reader.ts'
import type { ReadPart } from '#server/engines/epub/serve/epub-archive.ts'
import { ConcurrencyLimit, type WorkCaller } from '#server/engines/concurrency-limit.ts'
import type { BookAnswers, BookTask } from './book-tasks.ts'

export interface ProcessTask {
  task: BookTask
  storageKey: string
  size: number
}

/** A message of the child process: the range of the book's file that it needs next, or the end of the task. */
export type ProcessAnswer =
  | { range: { start: number; end: number } }
  | { result: BookAnswers[BookTask['kind']] }
  | { failure: { kind: FailureKind; message: string } }
  | { error: unknown }

/** Limits of the child process for one task. The memory is that of an import, so what was imported can be read. */
const limits = { heapMegabytes: 512, seconds: 60 }
/** Milliseconds after which a process without tasks is ended, so that it takes no memory. */
const idleMs = 60_000

/**
 * The child process that reads large books and cleans large entries, so that they neither block the event loop nor use
 * up the memory of the site. It is started when it is needed, does one task at a time, and is replaced after a crash.
 */
export class BookProcess {
  readonly #queue = new ConcurrencyLimit({
    running: 1,
    waiting: 32,
    busyMessage: '现在打开大书的人太多，请过几秒再试',
    retryAfter: 5,
  })
  #child: ChildProcess | undefined
  #idle: NodeJS.Timeout | undefined

  /**
   * Performs a task in the child process. `readPart` opens ranges of the book's file. Throws the failures of the task,
   * and `unavailable` if the process does not end it.
   */
  run<Task extends BookTask>(
    task: ProcessTask & { task: Task },
    readPart: ReadPart,
    caller: WorkCaller | undefined,
  ): Promise<BookAnswers[Task['kind']]> {
    return this.#queue.run(async () => {
      clearTimeout(this.#idle)
      const child = (this.#child ??= this.#start())
      const late = setTimeout(() => child.kill('SIGKILL'), limits.seconds * 1000)
      try {
        return (await this.#converse(child, task, readPart)) as BookAnswers[Task['kind']]
      } finally {
        clearTimeout(late)
        this.#idle = setTimeout(() => this.stop(), idleMs).unref()
      }
    }, caller)
  }

  stop() {
    clearTimeout(this.#idle)
    this.#child?.kill('SIGKILL')
    this.#child = undefined
  }

  #start(): ChildProcess {
    const child = forkReader(new URL('./book-program.ts', import.meta.url), limits.heapMegabytes)
    const forget = () => {
      if (this.#child === child) this.#child = undefined
    }
    child.once('exit', forget).once('error', forget)
    // The process ends with this one, which does not wait for it.
    child.unref()
    child.channel?.unref()
    if (child.stderr instanceof Socket) child.stderr.unref()
    return child
  }

  /** Sends a task to the child process, answers its questions for parts of the file, and returns the result. */
  #converse(child: ChildProcess, task: ProcessTask, readPart: ReadPart): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    let storageError: unknown
    let output = ''
    const listen = (text: Buffer) => void (output = (output + String(text)).slice(-2000))
    const hear = (answer: ProcessAnswer) => {
      if ('range' in answer)
        buffer(readPart(answer.range)).then(
          (part) => child.send({ part }, ignore),
          (error: unknown) => {
            storageError = error
            child.send({ part: null }, ignore)
          },
        )
      else if ('result' in answer) resolve(answer.result)
      else if ('error' in answer) reject(answer.error)
      else reject(new Failure(answer.failure.kind, answer.failure.message, null, { cause: storageError }))
    }
    const end = (reason: unknown) => {
      const cause = new Error(`the process that reads books ended: ${String(reason)} ${output}`)
      reject(new Failure('unavailable', '这一页太大或太复杂，没有打开，请稍后再试', { retryAfter: 30 }, { cause }))
    }
    const ended = (code: number | null, signal: string | null) => end(signal ?? code)
    child.on('message', hear).on('exit', ended).on('error', end)
    child.stderr?.on('data', listen)
    child.send(task, ignore)
    return promise.finally(() => {
      child.off('message', hear).off('exit', ended).off('error', end)
      child.stderr?.off('data', listen)
    })
  }
}

/** Ignores that a message was not sent: the child process has ended then, and its `exit` event reports the reason. */
function ignore() {
  return undefined
}

import { type ChildProcess, fork } from 'node:child_process'
import { fail } from '#shared/api/failure.ts'
import type { ImportFacts, ImportTask, ImportWords, ConvertedImport } from '#server/epub/convert/convert-file.ts'

export type ImportAnswer = { made: ImportFacts | ConvertedImport } | { refusal: string } | { error: unknown }

interface ApartLimits {
  seconds: number
  heapMegabytes: number
}

/** Enough for the largest honest text; what needs more is a file made to need it. */
const usual: ApartLimits = { seconds: 60, heapMegabytes: 512 }

/** Reads a file, and writes nothing. */
export function examineInChildProcess(
  name: string,
  bytes: Buffer,
  { limits = usual, signal }: { limits?: ApartLimits; signal?: AbortSignal | undefined } = {},
): Promise<ImportFacts> {
  return doApart({ name, bytes, words: null }, limits, signal)
}

/** Reads a file and writes it anew. */
export async function convertInChildProcess(
  name: string,
  bytes: Buffer,
  words: ImportWords,
  signal?: AbortSignal,
): Promise<ConvertedImport> {
  return (await doApart({ name, bytes, words }, usual, signal)) as ConvertedImport
}

/**
 * In a process of its own, so that a file made to take all memory or time takes neither from the site. A thread would not do:
 * its limits give way to the `--max-old-space-size` the site runs with, and nothing ends it while a replacement runs.
 * The empty environment keeps both that and the site's secrets from what dependsOn a stranger's file.
 */
async function doApart(task: ImportTask, { seconds, heapMegabytes }: ApartLimits, signal?: AbortSignal) {
  signal?.throwIfAborted()
  const child = fork(new URL('./import-child-process.ts', import.meta.url), {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${heapMegabytes}`],
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const end = () => void child.kill('SIGKILL')
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    end()
  }, seconds * 1000)
  process.once('exit', end)
  signal?.addEventListener('abort', end)
  try {
    const answer = await answerOf(child, task)
    signal?.throwIfAborted()
    if (typeof answer === 'string')
      return isLate
        ? fail('invalid', '这个文件太复杂，过了限定的时间还没有读完，没有收下')
        : fail('invalid', '这个文件太大或太复杂，读它要的内存超出了限度，没有收下')
    if ('refusal' in answer) return fail('invalid', answer.refusal)
    if ('error' in answer) throw answer.error
    return answer.made
  } finally {
    clearTimeout(timer)
    process.off('exit', end)
    signal?.removeEventListener('abort', end)
    end()
  }
}

/** What it says, or the signal that ended it first: without memory V8 aborts, and the system kills. */
function answerOf(child: ChildProcess, task: ImportTask): Promise<ImportAnswer | NodeJS.Signals> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4000)))
    child.once('message', (answer) => resolve(answer as ImportAnswer))
    child.once('error', reject)
    child.once('close', (code, signal) =>
      signal ? resolve(signal) : reject(new Error(`the reader of imports ended with ${code}: ${said}`)),
    )
    // Where it cannot be told, it has ended, and `close` says how.
    child.send(task, () => undefined)
  })
}

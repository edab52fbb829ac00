import type { ChildProcess } from 'node:child_process'
import type { ChapterPreview } from '#shared/api/book/imported-text.ts'
import { noTextChoice, type TextChoice } from '#shared/text-choice.ts'
import { fail } from '#shared/api/failure.ts'
import { forkReader } from '#server/engines/epub/fork-reader.ts'
import type {
  ImportFacts,
  ImportTask,
  ImportWords,
  ConvertedImport,
} from '#server/engines/epub/convert/convert-file.ts'
import type { CompareTask, TextComparison } from '#server/engines/epub/convert/compare-texts.ts'
import type { PreviewTask } from '#server/engines/epub/convert/preview-chapters.ts'

/**
 * A task of the child process: to read or convert a file, to preview the chapters of a text, or to compare two texts.
 */
export type ReadingTask = ImportTask | PreviewTask | CompareTask

export type ImportAnswer =
  | { result: ImportFacts | ConvertedImport | ChapterPreview | TextComparison }
  | { refusal: string }
  | { error: unknown }

interface ProcessLimits {
  seconds: number
  heapMegabytes: number
}

/**
 * Limits of the child process that reads a file. They suffice for the largest genuine text; only a hostile file needs
 * more. A book of 2,000 documents takes four seconds of processor time, but a busy machine may need twenty times as
 * long, which must not refuse it. The jobs that import a file have five minutes.
 */
const defaultLimits: ProcessLimits = { seconds: 180, heapMegabytes: 512 }

/**
 * Reads the title, author and other metadata of a file in a child process. Throws `invalid` for a file that cannot be
 * imported or exceeds the limits.
 */
export async function examineInChildProcess(
  name: string,
  bytes: Buffer,
  {
    choice = noTextChoice,
    limits = defaultLimits,
    signal,
  }: { choice?: TextChoice; limits?: ProcessLimits; signal?: AbortSignal | undefined } = {},
): Promise<ImportFacts> {
  return (await runInChildProcess({ name, bytes, words: null, choice }, limits, signal)) as ImportFacts
}

/** Previews the chapters of a plain text file in a child process. Throws `invalid` like `examineInChildProcess`. */
export async function previewInChildProcess(task: PreviewTask): Promise<ChapterPreview> {
  return (await runInChildProcess(task, defaultLimits)) as ChapterPreview
}

/** Compares a file with a stored text in a child process. Throws `invalid` like `examineInChildProcess`. */
export async function compareInChildProcess(task: CompareTask): Promise<TextComparison> {
  return (await runInChildProcess(task, defaultLimits)) as TextComparison
}

/**
 * Reads a file and converts it to an EPUB and a plain text in a child process. Throws `invalid` for a file that cannot
 * be imported or exceeds the limits.
 */
export async function convertInChildProcess(
  name: string,
  bytes: Buffer,
  decision: Pick<ImportTask, 'choice'> & { words: ImportWords },
  signal?: AbortSignal,
): Promise<ConvertedImport> {
  return (await runInChildProcess({ name, bytes, ...decision }, defaultLimits, signal)) as ConvertedImport
}

/** Runs a task in a child process of its own, within its limits. */
async function runInChildProcess(task: ReadingTask, { seconds, heapMegabytes }: ProcessLimits, signal?: AbortSignal) {
  signal?.throwIfAborted()
  const child = forkReader(new URL('./reading-process.ts', import.meta.url), heapMegabytes)
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
    return answer.result
  } finally {
    clearTimeout(timer)
    process.off('exit', end)
    signal?.removeEventListener('abort', end)
    end()
  }
}

/**
 * Waits for the answer of the child process. Returns the signal instead if a signal ended the process, for example
 * because memory ran out.
 */
function answerOf(child: ChildProcess, task: ReadingTask): Promise<ImportAnswer | NodeJS.Signals> {
  return new Promise((resolve, reject) => {
    let stderr = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-4000)))
    child.once('message', (answer) => resolve(answer as ImportAnswer))
    child.once('error', reject)
    child.once('close', (code, signal) =>
      signal ? resolve(signal) : reject(new Error(`the import process ended with code ${code}: ${stderr}`)),
    )
    // If sending the task fails, the child process has ended, and its `close` event reports the reason.
    child.send(task, () => undefined)
  })
}

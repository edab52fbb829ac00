import { flushCompileCache } from 'node:module'
import { Failure } from '#shared/api/failure.ts'
import { compareTexts } from '#server/engines/epub/convert/compare-texts.ts'
import { convertFile } from '#server/engines/epub/convert/convert-file.ts'
import { previewChapters } from '#server/engines/epub/convert/preview-chapters.ts'
import type { ImportAnswer, ReadingTask } from './run-reading-process.ts'

/**
 * The program of the child process that reads one uploaded book file. `runInChildProcess` starts one process per file:
 * it receives one task, sends one answer and exits.
 */
process.once('message', (task: ReadingTask) => void work(task))

// Writes the compile cache now. Node would write it when the process exits, but the parent process kills this process
// earlier.
flushCompileCache()

async function work(task: ReadingTask) {
  const answer = await run(task).then(
    (result): ImportAnswer => ({ result }),
    (error: unknown): ImportAnswer => (error instanceof Failure ? { refusal: error.message } : { error }),
  )
  process.send?.(answer, () => process.disconnect?.())
}

async function run(task: ReadingTask) {
  if ('former' in task) return compareTexts(task)
  return 'sought' in task ? previewChapters(task) : convertFile(task)
}

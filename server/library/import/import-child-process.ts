import { Failure } from '#shared/api/failure.ts'
import { type ImportTask, convertFile } from '#server/epub/convert/convert-file.ts'
import type { ImportAnswer } from './import-in-child-process.ts'

/**
 * The program of the child process that reads one uploaded book file. `runInChildProcess` starts one process per file:
 * it receives one task, sends one answer and exits.
 */
process.once('message', (task: ImportTask) => void work(task))

async function work(task: ImportTask) {
  const answer = await convertFile(task).then(
    (result): ImportAnswer => ({ result }),
    (error: unknown): ImportAnswer => (error instanceof Failure ? { refusal: error.message } : { error }),
  )
  process.send?.(answer, () => process.disconnect?.())
}

import { Failure } from '#shared/api/failure.ts'
import { type ImportTask, convertFile } from '#server/epub/convert/convert-file.ts'
import type { ImportAnswer } from './import-in-child-process.ts'

/** The program `make-apart` starts for each file: one task in, one answer out, and it ends. */
process.once('message', (task: ImportTask) => void work(task))

async function work(task: ImportTask) {
  const answer = await convertFile(task).then(
    (made): ImportAnswer => ({ made }),
    (error: unknown): ImportAnswer => (error instanceof Failure ? { refusal: error.message } : { error }),
  )
  process.send?.(answer, () => process.disconnect?.())
}

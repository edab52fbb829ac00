import { Failure } from '#shared/api/failure.ts'

/**
 * Waits for the work of a call, and fails as `unavailable` after `seconds`. The work is not cancelled: its statements
 * end by the statement timeout of the database, and its writes may still be committed, so the message asks the user to
 * check the result before retrying.
 */
export async function withinTimeout<T>(seconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Failure('unavailable', '服务器没能及时做完这一步。它可能稍后仍会完成，请先看看结果，再决定要不要重试'))
    }, seconds * 1000)
  })
  try {
    return await Promise.race([work, expired])
  } finally {
    clearTimeout(timer)
  }
}

import { type FailureAnswer, failures } from '#shared/api/failure.ts'

export const noConnection = '连不上服务器，请检查网络后再试'

/** Returns the failure of a call that got no usable answer from the server. */
export function unanswered(message: string): FailureAnswer {
  return { code: failures.unavailable.code, httpCode: failures.unavailable.status, message, requestId: '', data: null }
}

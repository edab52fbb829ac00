import { Failure } from '#shared/api/failure.ts'

export interface FailureText {
  /** Error message about a failed call as a whole rather than about one field. */
  message: string
  /** Error messages of a failed call, keyed by the path of the field in the call's input. */
  errors: Record<string, string>
}

/** Returns the error messages that a form shows for a failed call. Errors other than a `Failure` are bugs. */
export function describeFailure(error: unknown): FailureText {
  if (!(error instanceof Failure)) return { message: '页面出错了，请刷新再试', errors: {} }
  return { message: error.message, errors: error.data?.fields ?? {} }
}

import { Failure } from '#shared/api/failure.ts'

export interface FailureText {
  /** The sentence about the whole. */
  message: string
  /** What is wrong with single fields, by their path in the call's input. */
  errors: Record<string, string>
}

/** Returns what to tell the user about a failed call. Errors other than a `Failure` are defects. */
export function describeFailure(error: unknown): FailureText {
  if (!(error instanceof Failure)) return { message: '页面出错了，请刷新再试', errors: {} }
  return { message: error.message, errors: error.data?.fields ?? {} }
}

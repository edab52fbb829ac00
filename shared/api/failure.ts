import type { Challenge } from './proof.ts'

/** All kinds of failures of API calls, with the `code` in the body of the answer and the HTTP status (`httpCode`). */
export const failures = {
  invalid: { code: 40000, status: 400 },
  unauthorized: { code: 40100, status: 401 },
  forbidden: { code: 40300, status: 403 },
  missing: { code: 40400, status: 404 },
  conflict: { code: 40900, status: 409 },
  /**
   * The user is suspended and may not change data. This is not reported as `forbidden`, because clients log the user
   * out when they receive `forbidden`.
   */
  suspended: { code: 42300, status: 423 },
  /**
   * The password or code of a login is right, but the user has enabled a second login step. The client must send the
   * second code together with the ticket from this failure.
   */
  secondStep: { code: 42801, status: 428 },
  /**
   * The user must confirm their identity before this API call. This is not reported as `forbidden`, because clients log
   * the user out when they receive `forbidden`.
   */
  unconfirmed: { code: 42802, status: 428 },
  tooLarge: { code: 41300, status: 413 },
  unsupported: { code: 41500, status: 415 },
  proofRequired: { code: 42800, status: 428 },
  tooMany: { code: 42900, status: 429 },
  broken: { code: 50000, status: 500 },
  unavailable: { code: 50300, status: 503 },
} as const
export type FailureKind = keyof typeof failures

export interface Success {
  code: 0
  data: unknown
  message: string
}
export interface FailureAnswer {
  code: number
  httpCode: number
  /** Chinese error message for the user, which says what happened and what to do. */
  message: string
  requestId: string
  data: FailureData | null
}
interface FailureData {
  /** The error message for each invalid input field, by field name. */
  fields?: Record<string, string>
  /** Seconds after which the client may retry the call. */
  retryAfter?: number
  /** The ticket (a single-use token) with which a login continues at its second step. */
  ticket?: string
  /** A proof-of-work challenge. The call succeeds when the client repeats it with the solution in the field `proof`. */
  challenge?: Challenge
}
export type Envelope = Success | FailureAnswer

/** An expected failure of an API call, with a message for the user. Any other error that is thrown is a bug. */
export class Failure extends Error {
  override name = 'Failure'
  readonly kind: FailureKind
  readonly data: FailureData | null

  constructor(kind: FailureKind, message: string, data: FailureData | null = null, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
    this.data = data
  }
}

export function fail(kind: FailureKind, message: string, data?: FailureData): never {
  throw new Failure(kind, message, data ?? null)
}

export function isFailureAnswer(envelope: Envelope): envelope is FailureAnswer {
  return envelope.code !== 0
}

/**
 * Returns the kind of failure that an error answer reports. An unknown code, sent by a newer server, is mapped by its
 * HTTP status.
 */
export function failureKindOf({ code, httpCode }: { code: number; httpCode: number }): FailureKind {
  const kinds = Object.entries(failures) as [FailureKind, (typeof failures)[FailureKind]][]
  const found = kinds.find(([, row]) => row.code === code) ?? kinds.find(([, row]) => row.status === httpCode)
  return found?.[0] ?? 'broken'
}

import type { Challenge } from './proof.ts'

/** Every way a call can fail: the envelope's `code` and the HTTP status (`httpCode`). */
export const failures = {
  invalid: { code: 40000, status: 400 },
  unauthorized: { code: 40100, status: 401 },
  forbidden: { code: 40300, status: 403 },
  missing: { code: 40400, status: 404 },
  conflict: { code: 40900, status: 409 },
  /** The reader is suspended and may not write. Not `forbidden`, which ends the session on a client. */
  suspended: { code: 42300, status: 423 },
  /** Password or code were right; the authenticator’s code is to follow, with the ticket. */
  secondStep: { code: 42801, status: 428 },
  /** The session is good, but its owner has to show again who he is. Not `forbidden`, which ends it on a client. */
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
  /** Chinese, for the reader: what happened and what to do. */
  message: string
  requestId: string
  data: FailureData | null
}
export interface FailureData {
  /** Field → what is wrong with it. */
  fields?: Record<string, string>
  /** Seconds until another try makes sense. */
  retryAfter?: number
  /** What stands for a login that waits for its second step. */
  ticket?: string
  /** Work whose solution, sent along as `proof`, would let the call through. */
  challenge?: Challenge
}
export type Envelope = Success | FailureAnswer

/** An expected failure, with words for the reader. Whatever else is thrown is a bug. */
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

/** The kind behind an answer; a code from a newer server falls back on its HTTP status. */
export function failureKindOf({ code, httpCode }: { code: number; httpCode: number }): FailureKind {
  const kinds = Object.entries(failures) as [FailureKind, (typeof failures)[FailureKind]][]
  const found = kinds.find(([, row]) => row.code === code) ?? kinds.find(([, row]) => row.status === httpCode)
  return found?.[0] ?? 'broken'
}

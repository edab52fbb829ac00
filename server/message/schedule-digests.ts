import { type DigestParts, sendDigests } from './send-digests.ts'

interface DigestLog {
  warn(facts: object, message: string): void
}

const pause = 600_000

/** Looks every ten minutes whether mails are due. Returns what ends that, and waits for the mail under way. */
export function scheduleDigests(parts: DigestParts, log: DigestLog): () => Promise<void> {
  const controller = new AbortController()
  let running = Promise.resolve()
  const timer = setInterval(() => {
    running = running
      .then(() => sendDigests({ ...parts, signal: controller.signal }))
      .then(
        () => undefined,
        (error: unknown) => log.warn({ err: error }, 'digests not sent'),
      )
  }, pause)
  return () => {
    clearInterval(timer)
    controller.abort()
    return running
  }
}

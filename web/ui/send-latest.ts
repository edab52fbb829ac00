const queues = new Map<string, { last: symbol; end: Promise<unknown> }>()
/** Resolves when the user leaves the page, and is then replaced, because browsers may show the page again. */
let leaving: PromiseWithResolvers<void> | undefined

/**
 * Sends a change of a value, such as a rating, by calling `send`. Changes with the same `key` are sent one at a time:
 * while a call is running, only the latest change waits. When the user leaves the page, it waits no longer. Resolves
 * with undefined for a change that a later one replaced.
 */
export function sendLatest<T>(key: string, send: () => Promise<T>): Promise<T | undefined> {
  const mine = Symbol(key)
  const isLast = () => queues.get(key)?.last === mine
  const run = async () => {
    if (!isLast()) return undefined
    try {
      const answer = await send()
      return isLast() ? answer : undefined
    } catch (error) {
      if (isLast()) throw error
      return undefined
    }
  }
  const answer = Promise.race([queues.get(key)?.end, untilLeaving()]).then(run)
  queues.set(key, { last: mine, end: answer.catch(() => undefined) })
  return answer
}

function untilLeaving(): Promise<void> {
  if (leaving === undefined) {
    leaving = Promise.withResolvers()
    window.addEventListener(
      'pagehide',
      () => {
        leaving?.resolve()
        leaving = undefined
      },
      { once: true },
    )
  }
  return leaving.promise
}

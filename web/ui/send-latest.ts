const queues = new Map<string, { last: symbol; end: Promise<unknown> }>()

/**
 * Sends what a reader wants of one thing, one wish at a time; of those that come meanwhile only the last is sent. Answers
 * undefined for a wish that a later one overtook.
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
  const answer = (queues.get(key)?.end ?? Promise.resolve()).then(run)
  queues.set(key, { last: mine, end: answer.catch(() => undefined) })
  return answer
}

import { apiPrefix } from '#shared/api/api-prefix.ts'
import { openStream } from '#web/session/http-transport.ts'
import { api } from '#web/session/session.ts'
import { useUnread } from './unread-store.ts'

const pollPause = 60_000
/** Milliseconds of silence after which the event stream counts as lost; the server sends an event twice a minute. */
const silence = 60_000
/**
 * Milliseconds after which a stream that ends is assumed to have ended by a server restart, so that a quick reconnect
 * makes sense.
 */
const lasting = 10_000

/** Keeps the number of unread messages current while the page is visible. Returns a function that stops it. */
export function watchUnread(): () => void {
  const controller = new AbortController()
  void watch(controller.signal)
  return () => {
    controller.abort()
    useUnread.setState({ count: 0 })
  }
}

/** Loads the count once, then listens to the event stream; if the stream is unavailable, it polls every minute. */
async function watch(signal: AbortSignal) {
  while (!signal.aborted) {
    await untilSeen(signal)
    await refreshUnread(signal)
    const begun = Date.now()
    await listen(signal).catch(() => undefined)
    const hasLasted = Date.now() - begun > lasting
    if (isSeen()) await pause(hasLasted ? 1000 + Math.random() * 4000 : pollPause, signal)
  }
}

/** Loads the number of unread messages. A failure leaves the present number, and the transport logs the failure. */
export async function refreshUnread(signal?: AbortSignal) {
  const answer = await api.message.countUnread({}, signal).catch(() => undefined)
  if (answer !== undefined && signal?.aborted !== true) useUnread.setState(answer)
}

/**
 * Applies each number that the event stream sends, until the stream ends, stays silent too long, or the page is hidden.
 */
async function listen(signal: AbortSignal) {
  const controller = new AbortController()
  const end = () => controller.abort()
  const endUnseen = () => isSeen() || end()
  document.addEventListener('visibilitychange', endUnseen)
  signal.addEventListener('abort', end)
  let timer = setTimeout(end, silence)
  try {
    const stream = await openStream(`${apiPrefix}/user/message/stream`, controller.signal)
    const reader = stream?.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
    let rest = ''
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
      clearTimeout(timer)
      timer = setTimeout(end, silence)
      const lines = (rest + part.value).split('\n')
      rest = lines.pop() ?? ''
      if (!signal.aborted) lines.forEach(takeLine)
    }
  } finally {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', endUnseen)
    signal.removeEventListener('abort', end)
  }
}

function takeLine(line: string) {
  if (line.startsWith('data: ')) useUnread.setState(JSON.parse(line.slice(6)) as { count: number })
}

function isSeen() {
  return document.visibilityState === 'visible'
}

function untilSeen(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isSeen() && !signal.aborted) return
      document.removeEventListener('visibilitychange', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
    signal.addEventListener('abort', look, { once: true })
    look()
  })
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
}

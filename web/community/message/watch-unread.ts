import { apiPrefix } from '#shared/api/api-prefix.ts'
import { openStream } from '#web/frame/session/http-transport.ts'
import { api } from '#web/frame/session/session.ts'
import { useUnread } from './unread-store.ts'

const pollIntervalMs = 60_000
/**
 * Milliseconds without an event after which the browser treats the event stream as lost; the server sends an event
 * twice a minute.
 */
const streamTimeoutMs = 60_000
/**
 * If an event stream ends after more than this many milliseconds, probably the server was restarted, so the browser
 * reconnects within seconds instead of waiting for a minute.
 */
const stableMs = 10_000

/**
 * Updates the displayed number of unread messages while the page is visible. Returns a function that stops the updates.
 */
export function watchUnread(): () => void {
  const controller = new AbortController()
  void watch(controller.signal)
  return () => {
    controller.abort()
    useUnread.setState({ count: 0 })
  }
}

/**
 * Loads the number of unread messages, then listens to the event stream. If the stream is unavailable, polls every
 * minute.
 */
async function watch(signal: AbortSignal) {
  while (!signal.aborted) {
    await whenVisible(signal)
    await refreshUnread(signal)
    const startedAt = Date.now()
    await listen(signal).catch(() => undefined)
    const wasStable = Date.now() - startedAt > stableMs
    if (isVisible()) await sleep(wasStable ? 1000 + Math.random() * 4000 : pollIntervalMs, signal)
  }
}

/**
 * Loads the number of unread messages. If the call fails, the displayed number stays, and the transport logs the
 * failure.
 */
export async function refreshUnread(signal?: AbortSignal) {
  const answer = await api.message.countUnread({}, signal).catch(() => undefined)
  if (answer !== undefined && signal?.aborted !== true) useUnread.setState(answer)
}

/**
 * Displays each number of unread messages that the event stream sends, until the stream ends, stays silent too long, or
 * the page is hidden.
 */
async function listen(signal: AbortSignal) {
  const controller = new AbortController()
  const end = () => controller.abort()
  const endHidden = () => isVisible() || end()
  document.addEventListener('visibilitychange', endHidden)
  signal.addEventListener('abort', end)
  let timer = setTimeout(end, streamTimeoutMs)
  try {
    const stream = await openStream(`${apiPrefix}/user/message/stream`, controller.signal)
    const reader = stream?.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
    let rest = ''
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
      clearTimeout(timer)
      timer = setTimeout(end, streamTimeoutMs)
      const lines = (rest + part.value).split('\n')
      rest = lines.pop() ?? ''
      if (!signal.aborted) lines.forEach(applyLine)
    }
  } finally {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', endHidden)
    signal.removeEventListener('abort', end)
  }
}

function applyLine(line: string) {
  if (line.startsWith('data: ')) useUnread.setState(JSON.parse(line.slice(6)) as { count: number })
}

function isVisible() {
  return document.visibilityState === 'visible'
}

function whenVisible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!isVisible() && !signal.aborted) return
      document.removeEventListener('visibilitychange', check)
      resolve()
    }
    document.addEventListener('visibilitychange', check)
    signal.addEventListener('abort', check, { once: true })
    check()
  })
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
}

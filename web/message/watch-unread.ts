import { apiPrefix } from '#shared/api/api-prefix.ts'
import { openStream } from '#web/session/http-transport.ts'
import { api } from '#web/session/session.ts'
import { useUnread } from './unread-store.ts'

const pollPause = 60_000
/** The server says something twice a minute; a connection that is silent for longer is lost. */
const silence = 60_000
/** A stream that lasted so long ended because the server restarts: it is worth coming back soon. */
const lasting = 10_000

/** Keeps the number of unread messages right while the page is seen. Returns what ends that. */
export function watchUnread(): () => void {
  const controller = new AbortController()
  void watch(controller.signal)
  return () => {
    controller.abort()
    useUnread.setState({ count: 0 })
  }
}

/** Asks, then listens; where listening is not possible it asks again each minute. */
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

/** A failing count leaves the one that is shown as it is; the transport has noted why. */
export async function refreshUnread(signal?: AbortSignal) {
  const answer = await api.message.countUnread({}, signal).catch(() => undefined)
  if (answer !== undefined && signal?.aborted !== true) useUnread.setState(answer)
}

/** Takes up each number the server tells, until the stream ends, falls silent, or the page is no longer seen. */
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

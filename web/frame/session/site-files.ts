import { fileTimeoutMs } from './http-transport.ts'

/** Loads a JSON file of this site that is not part of the API, such as a map style. */
export async function readJsonFile(path: string, signal: AbortSignal): Promise<unknown> {
  const timeout = AbortSignal.timeout(fileTimeoutMs)
  const response = await fetch(path, { signal: AbortSignal.any([signal, timeout]) })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response.json()
}

/** Loads a text file of this site, such as a section of a book. */
export async function readTextFile(path: string, signal: AbortSignal): Promise<string> {
  const timeout = AbortSignal.timeout(fileTimeoutMs)
  const response = await fetch(path, { signal: AbortSignal.any([signal, timeout]) })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response.text()
}

/** Loads a binary file of this site, such as a tile of the map. */
export async function readBinaryFile(path: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const timeout = AbortSignal.timeout(fileTimeoutMs)
  const response = await fetch(path, { signal: AbortSignal.any([signal, timeout]) })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response.arrayBuffer()
}

/**
 * Loads a picture that the site draws. If the site refuses the request, throws an error whose message is the Chinese
 * message of its answer, or a general one if the answer contains none.
 */
export async function readPicture(path: string, signal: AbortSignal): Promise<Blob> {
  const timeout = AbortSignal.timeout(fileTimeoutMs)
  const response = await fetch(path, { signal: AbortSignal.any([signal, timeout]) })
  if (response.ok) return response.blob()
  const { message } = (await response.json().catch(() => ({}))) as { message?: string }
  throw new Error(message ?? '图片没有取到，请稍后再试')
}

/** Fetches a file of this site. Throws if it cannot be fetched, or if the path leads on to another file. */
export async function fetchUnmoved(path: string): Promise<Response> {
  const response = await fetch(path)
  if (!response.ok || response.redirected) throw new Error(`${path}: ${response.status}`)
  return response
}

/**
 * Returns the URL path at which a file of this site can be fetched within `timeoutMs` milliseconds, after all
 * redirects; undefined if it cannot be fetched.
 */
export function findFile(path: string, timeoutMs: number): Promise<string | undefined> {
  return fetch(path, { method: 'HEAD', signal: AbortSignal.timeout(timeoutMs) }).then(
    ({ ok, url }) => (ok ? new URL(url).pathname : undefined),
    () => undefined,
  )
}

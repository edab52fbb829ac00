import type { Readable } from 'node:stream'
import { fail } from '#shared/api/failure.ts'

/**
 * The content type of a stored object by the extension of its key. A key without an extension is a raw upload, which is
 * never served to the public.
 */
const contentTypes: Record<string, string> = {
  webp: 'image/webp',
  epub: 'application/epub+zip',
  json: 'application/json',
}

/** The first and the last byte of a byte range, both included and counted from 0, as in HTTP. */
export interface ByteRange {
  start: number
  end: number
}

interface StoredObject {
  size: number
  type: string
  /** The HTTP entity tag of the stored object, with its quotes. */
  etag: string
  body: Readable
}

interface StoredEntry {
  key: string
  writtenAt: Date
}

/** The rights of a temporary credential: it may write objects below one key prefix, and read objects below several. */
export interface UploadScope {
  /**
   * The login session to which the credential is issued. If the objects are stored in Tencent COS, nobody checks
   * whether the session has ended; the site's own store does.
   */
  sessionId: string
  /** The key prefix below which objects may be written. All prefixes end in a slash. */
  prefix: string
  readPrefixes: readonly string[]
  types: readonly string[]
  maxBytes: number
  seconds: number
}

export interface UploadCredential {
  credentials: { tmpSecretId: string; tmpSecretKey: string; sessionToken: string }
  /** The start of the credential's validity, in seconds since 1970. `expiredTime` is its end. */
  startTime: number
  expiredTime: number
}

/** The object store to which browsers upload objects. */
interface UploadTarget {
  bucket: string
  region: string
  /** The base URL for uploads: a path of this site, or the URL of the external object store. */
  endpoint: string
  /** Whether signatures include the host name, which a proxy in front of this site may change. */
  isHostSigned: boolean
}

/**
 * Stores objects under keys such as `avatar/<user>/<random>-42.webp`. An object is never changed; new content gets a
 * new key. Objects below `avatar/` and `cover/` are public; all others can be read only by the server and with a
 * temporary credential.
 */
export interface ObjectStore {
  /** Writes an object atomically: even if the process is killed, no incomplete object is visible. */
  put(key: string, bytes: Uint8Array): Promise<void>
  putFile(key: string, path: string): Promise<void>
  /** Returns the object, or undefined when the key is missing. Both ends of `range` are included, as in HTTP. */
  get(key: string, range?: ByteRange): Promise<StoredObject | undefined>
  /** Deleting a missing key succeeds. */
  delete(...keys: string[]): Promise<void>
  /** Changes the key of an object. Moving a missing key succeeds and does nothing. */
  move(from: string, to: string): Promise<void>
  list(prefix: string): AsyncIterable<StoredEntry>
  /** Deletes the unfinished temporary files of killed processes that were written before the given time. */
  sweep(before: Date): Promise<void>
}

/** The object store of the site, with the place to which browsers upload. */
export interface Storage extends ObjectStore {
  target: UploadTarget
  /** Issues a temporary credential with which a browser writes and reads objects. */
  grantUpload(scope: UploadScope): Promise<UploadCredential>
}

const segment = '[\\da-z][\\da-z_-]{0,79}'
const keyPattern = new RegExp(`^${segment}(/${segment}){0,7}(\\.[\\da-z]{1,8})?$`)

/**
 * Returns whether a storage key is valid. Keys are lower case and have a dot only before the extension, so that they
 * are valid paths on every file system and cannot lead out of the storage folder.
 */
export function isStorageKey(key: string): boolean {
  return key.length <= 300 && keyPattern.test(key)
}

export function requireKey(key: string): string {
  return isStorageKey(key) ? key : fail('invalid', '文件的名字不对，请重新上传')
}

export function contentTypeOf(key: string): string {
  return contentTypes[/\.([\da-z]+)$/.exec(key)?.[1] ?? ''] ?? 'application/octet-stream'
}

/** Reads a stored object into memory. Returns undefined if the object is larger than `maxBytes`. */
export async function readObject({ body, size }: StoredObject, maxBytes: number): Promise<Buffer | undefined> {
  if (size > maxBytes) {
    body.destroy()
    return undefined
  }
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

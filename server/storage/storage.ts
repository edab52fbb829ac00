import type { Readable } from 'node:stream'
import { fail } from '#shared/api/failure.ts'

/** What a key ends in tells what is under it; what ends in nothing is a raw upload, which nobody is shown. */
const contentTypes: Record<string, string> = {
  webp: 'image/webp',
  epub: 'application/epub+zip',
  json: 'application/json',
}

/** The first and the last byte, both included and counted from 0, as HTTP does. */
export interface ByteRange {
  start: number
  end: number
}

export interface StoredObject {
  size: number
  type: string
  /** With its quotes, as HTTP has it. */
  etag: string
  body: Readable
}

export interface StoredEntry {
  key: string
  writtenAt: Date
}

/** The rights of a temporary credential: putting objects under one prefix, and reading those under a few. */
export interface UploadScope {
  /** The session it is issued to. Only the site's own store can look whether that has ended. */
  sessionId: string
  /** Ends in a slash, as do those to read. */
  prefix: string
  readPrefixes: readonly string[]
  types: readonly string[]
  maxBytes: number
  seconds: number
}

export interface UploadCredential {
  credentials: { tmpSecretId: string; tmpSecretKey: string; sessionToken: string }
  /** Seconds since 1970. */
  startTime: number
  expiredTime: number
}

/** Where a browser puts objects. */
export interface UploadTarget {
  bucket: string
  region: string
  /** A path of this site, or an address of the object store. */
  endpoint: string
  /** Whether requests are signed together with the host they go to, which a proxy before this site may rename. */
  isHostSigned: boolean
}

/**
 * Objects under keys such as `avatar/<user>/<random>-42.webp`. A key is written once and never changed: whoever has something new writes a new key.
 * Under `avatar/` and `cover/` all may read; all else is the server's alone.
 */
export interface Storage {
  target: UploadTarget
  /** There entirely or not at all, also when the process dies on the way. */
  put(key: string, bytes: Uint8Array): Promise<void>
  putFile(key: string, path: string): Promise<void>
  /** Undefined where there is nothing. `range` counts as HTTP does: both ends are included. */
  get(key: string, range?: ByteRange): Promise<StoredObject | undefined>
  /** Deleting a missing key succeeds. */
  delete(...keys: string[]): Promise<void>
  /** Gives an object another key. Moving a missing key succeeds and does nothing. */
  move(from: string, to: string): Promise<void>
  list(prefix: string): AsyncIterable<StoredEntry>
  /** Deletes what a process that died before that time had not finished. */
  sweep(before: Date): Promise<void>
  /** Lets a browser put and read objects for a while, without another word from us. */
  grantUpload(scope: UploadScope): Promise<UploadCredential>
}

const segment = '[\\da-z][\\da-z_-]{0,79}'
const keyPattern = new RegExp(`^${segment}(/${segment}){0,7}(\\.[\\da-z]{1,8})?$`)

/** Lower case only and no dot before a segment's end: a key is a path on any file system, and leads out of none. */
export function isStorageKey(key: string): boolean {
  return key.length <= 300 && keyPattern.test(key)
}

export function requireKey(key: string): string {
  return isStorageKey(key) ? key : fail('invalid', '文件的名字不对，请重新上传')
}

export function contentTypeOf(key: string): string {
  return contentTypes[/\.([\da-z]+)$/.exec(key)?.[1] ?? ''] ?? 'application/octet-stream'
}

/** The bytes of an object, or undefined where it is larger than a caller can take. */
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

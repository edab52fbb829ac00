import { createHash } from 'node:crypto'
import type { Site } from '#shared/api/site.ts'
import type { Storage } from '#server/storage/storage.ts'

/** Headers of every answer of the site. */
export type SecurityHeaders = Record<string, string>

interface PolicyParts {
  inlineScripts: string[]
  isHttps: boolean
  isDevelopment: boolean
  /** The origins of an object store outside this site, for reading and for uploading. */
  storageOrigins: { read: string[]; put: string[] }
}

/**
 * Returns the security headers of all answers. A page may run scripts of this site and the inline scripts listed here
 * by hash, and may connect to this site only. JSON in script elements is data, which the policy does not restrict.
 */
export function securityHeaders({
  inlineScripts,
  isHttps,
  isDevelopment,
  storageOrigins,
}: PolicyParts): SecurityHeaders {
  const hashes = inlineScripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  const policy = [
    "default-src 'none'",
    `script-src ${["'self'", ...hashes].join(' ')}`,
    // In development Vite sends edited styles as elements and reports edits over a web socket.
    `style-src 'self'${isDevelopment ? " 'unsafe-inline'" : ''}`,
    ["img-src 'self' data:", ...storageOrigins.read].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...storageOrigins.put, ...(isDevelopment ? ['ws:'] : [])].join(' '),
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(isHttps ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}

/**
 * The hash of the style element that foliate-js 1.0.1 adds to its own element. A test compares it with the installed
 * version.
 */
const readerStyle = "'sha256-Sz1WKGLvM24279JLTqw+ZwzznUautFgg7stEu8sEF84='"

/**
 * Returns the policy of the reader page. It may show the book's text, which this site serves, in frames, and it may
 * have the style element of foliate-js. Development keeps `unsafe-inline`, which a hash would disable.
 */
export function withReader({ 'content-security-policy': policy = '' }: SecurityHeaders): SecurityHeaders {
  const withStyle = policy.replace("style-src 'self';", `style-src 'self' ${readerStyle};`)
  return { 'content-security-policy': `${withStyle}; frame-src 'self'` }
}

/** Returns the policy of a page that plays one video, as a file or in a frame, from one origin. */
export function withPlayer(
  { 'content-security-policy': policy = '' }: SecurityHeaders,
  { kind, origin }: { kind: 'file' | 'embed'; origin: string | null },
): SecurityHeaders {
  const allowed = `${kind === 'file' ? 'media-src' : 'frame-src'} ${origin ?? "'self'"}`
  return { 'content-security-policy': `${policy}; ${allowed}` }
}

/**
 * Returns the headers of a file inside an EPUB, which override those of all answers. Such a document runs no scripts,
 * loads only other files of the book, and may be framed only by this site. A page opened directly is sandboxed in an
 * opaque origin.
 */
export function entryHeaders(isPage: boolean): SecurityHeaders {
  const policy = [
    "default-src 'none'",
    "script-src 'none'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    ...(isPage ? ['sandbox'] : []),
  ]
  return {
    'content-security-policy': policy.join('; '),
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  }
}

/**
 * Returns the origins outside this site from which pages load pictures and to which they upload them, when an object
 * store is used.
 */
export function storageOrigins({ pictureBase }: Site, { target }: Storage) {
  const outside = (address: string) => (address.startsWith('/') ? [] : [new URL(address).origin])
  return { read: outside(pictureBase), put: outside(target.endpoint) }
}

import { createHash } from 'node:crypto'
import type { Site } from '#shared/api/site.ts'
import type { Storage } from '#server/storage/storage.ts'

/** Headers of every answer, whoever makes it. */
export type SecurityHeaders = Record<string, string>

interface PolicyParts {
  inlineScripts: string[]
  isHttps: boolean
  isDevelopment: boolean
  /** The object store, where it is not this site. */
  storageOrigins: { read: string[]; put: string[] }
}

/**
 * A page may run our scripts and the inline ones named here by their hash, and reach nothing but this site.
 * JSON in script elements is data, which the policy does not concern.
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
    // Vite hands edited styles over as elements, and the news of edits over a socket.
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

/** The hash of the style element with which foliate-js, version 1.0.1, lays out its own element. A test compares the two. */
const readerStyle = "'sha256-Sz1WKGLvM24279JLTqw+ZwzznUautFgg7stEu8sEF84='"

/**
 * The policy of the page on which a book is read: it may show the book's text, which this site serves, in frames, and have that
 * one style element. In development all style elements are allowed, and stay so: a hash would forbid those without one.
 */
export function withReader({ 'content-security-policy': policy = '' }: SecurityHeaders): SecurityHeaders {
  const withStyle = policy.replace("style-src 'self';", `style-src 'self' ${readerStyle};`)
  return { 'content-security-policy': `${withStyle}; frame-src 'self'` }
}

/** The policy of a page on which one video plays, from a file or in a frame, and nothing else from outside. */
export function withPlayer(
  { 'content-security-policy': policy = '' }: SecurityHeaders,
  { kind, origin }: { kind: 'file' | 'embed'; origin: string | null },
): SecurityHeaders {
  const allowed = `${kind === 'file' ? 'media-src' : 'frame-src'} ${origin ?? "'self'"}`
  return { 'content-security-policy': `${policy}; ${allowed}` }
}

/**
 * Of a book's own text, picture or style, over those of every answer: it runs nothing and reaches nothing but the book's
 * other parts, and is shown in frames of this site only. Opened by itself it belongs to nobody.
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

/** The origins outside this site from which pages read pictures, and to which they send them, where an object store is used. */
export function storageOrigins({ pictureBase }: Site, { target }: Storage) {
  const outside = (address: string) => (address.startsWith('/') ? [] : [new URL(address).origin])
  return { read: outside(pictureBase), put: outside(target.endpoint) }
}

import { createHash } from 'node:crypto'
import type { Site } from '#shared/api/site.ts'
import type { Storage } from '#server/platform/storage/storage.ts'

/** HTTP headers that every response of the site has. */
export type SecurityHeaders = Record<string, string>

interface PolicyParts {
  inlineScripts: string[]
  isHttps: boolean
  isDevelopment: boolean
  /** The origins of an external object store: those that browsers read from and those that they upload to. */
  storageOrigins: { read: string[]; put: string[] }
}

/** Features of browsers that no page of the site uses, so that an injected script could not use them either. */
const unusedFeatures = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]

/**
 * Returns the security headers of all responses. A page may run scripts from this site and the inline scripts whose
 * hashes are given, and may connect to this site only. JSON in script elements is data, which the content security
 * policy does not restrict.
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
    // The policy is less strict in development, because the development server Vite sends edited styles as style
    // elements and reports edits over a web socket.
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
    'permissions-policy': unusedFeatures.map((name) => `${name}=()`).join(', '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // Without `includeSubDomains`, because other hosts below the site's name may have no certificate.
    ...(isHttps ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}

/**
 * The hash of the style element that foliate-js 1.0.1, the library of the reader page, adds to the page. A test
 * compares the hash with the installed version.
 */
const readerStyle = "'sha256-Sz1WKGLvM24279JLTqw+ZwzznUautFgg7stEu8sEF84='"

/**
 * Returns the content security policy of the reader page. The policy allows frames with the book's text, which this
 * site serves, and the style element of foliate-js. Development keeps `unsafe-inline`, because a hash in the policy
 * would disable it.
 */
export function withReader({ 'content-security-policy': policy = '' }: SecurityHeaders): SecurityHeaders {
  const withStyle = policy.replace("style-src 'self';", `style-src 'self' ${readerStyle};`)
  return { 'content-security-policy': `${withStyle}; frame-src 'self'` }
}

/** Returns the content security policy of a page that plays one video, as a file or in a frame, from one origin. */
export function withPlayer(
  { 'content-security-policy': policy = '' }: SecurityHeaders,
  { kind, origin }: { kind: 'file' | 'embed'; origin: string | null },
): SecurityHeaders {
  const allowed = `${kind === 'file' ? 'media-src' : 'frame-src'} ${origin ?? "'self'"}`
  return { 'content-security-policy': `${policy}; ${allowed}` }
}

/**
 * Returns the HTTP headers of a file inside an EPUB, which override the headers of all responses. A page of a book runs
 * no scripts, loads only other files of the book, may be framed only by this site, and is sandboxed. If a browser says
 * that the user has opened it directly, its origin is opaque. Otherwise the sandbox allows what the frames of the
 * reader allow, because browsers do not say how they use a page of a site without HTTPS.
 */
export function entryHeaders(isOpenedDirectly: boolean): SecurityHeaders {
  const policy = [
    "default-src 'none'",
    "script-src 'none'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "media-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    isOpenedDirectly ? 'sandbox' : 'sandbox allow-same-origin allow-scripts',
  ]
  return {
    'content-security-policy': policy.join('; '),
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  }
}

/**
 * Returns the origins of the object store, if an external one is used: pages load pictures from it and upload pictures
 * to it.
 */
export function storageOrigins({ pictureBase }: Site, { target }: Storage) {
  const outside = (address: string) => (address.startsWith('/') ? [] : [new URL(address).origin])
  return { read: outside(pictureBase), put: outside(target.endpoint) }
}

import { createHash } from 'node:crypto'

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

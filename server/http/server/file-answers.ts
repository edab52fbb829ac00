import type { Answer } from '#server/platform/cache/page-cache.ts'

const revalidated = { 'cache-control': 'no-cache' }

export function textAnswer(type: string, body: string): Answer {
  return { status: 200, headers: { 'content-type': `${type}; charset=utf-8`, ...revalidated }, body }
}

export function missing(message: string): Answer {
  return { ...textAnswer('text/plain', `${message}\n`), status: 404 }
}

/** Generated pictures seldom change, so browsers may show a cached one for a week while they request a newer one. */
const picture = { 'cache-control': 'public, max-age=3600, stale-while-revalidate=604800' }

export function svg(body: string): Answer {
  return { status: 200, headers: { 'content-type': 'image/svg+xml', ...picture }, body }
}

export function png(body: Buffer): Answer {
  return { status: 200, headers: { 'content-type': 'image/png', ...picture }, body }
}

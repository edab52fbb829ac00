import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Transport } from '#shared/api/client.ts'
import { isFailureAnswer } from '#shared/api/failure.ts'
import { isId } from '#shared/id.ts'
import { readVideoSource } from '#shared/video-source.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { findSource } from '../video/find-video.ts'
import type { Bundle } from './bundle.ts'
import type { Handlers } from './handlers.ts'
import { inProcess } from './in-process.ts'
import type { Answer } from './page-cache.ts'
import type { PublicAnswers, Reads } from './public-answers.ts'
import { type SecurityHeaders, withFrames, withPlayer } from './security-headers.ts'

export interface PageParts {
  bundle: Bundle
  handlers: Handlers
  answers: PublicAnswers
  publicUrl: string
  security: SecurityHeaders
  /** A call's context for nobody in particular: pages are the same for all. */
  visitorContext(reads: Reads): Context
}

/** The parameters a page's content depends on; all others, such as those of campaigns, are left out of its address. */
const parameters: Record<string, string[]> = {
  '/': ['tag', 'mark', 'place', 'tour'],
  '/map': ['tag', 'mark', 'place', 'tour'],
  '/book': ['q', 'tag', 'free', 'sort', 'cursor'],
  '/video': ['tag', 'sort', 'cursor'],
  '/book/freeBook': ['tag', 'format', 'length', 'sort', 'cursor'],
}

/** A page that is made anew for whoever asks costs what the calls do it makes, which are limited as well. */
const madeSeldom = {
  config: {
    rateLimit: {
      max: 300,
      timeWindow: 60_000,
      allowList: (request: FastifyRequest) => isKept(canonicalPath(request.url)),
    },
  },
}

/** Every path that is nothing else is a page. */
export function mountPages(app: FastifyInstance, parts: PageParts) {
  app.get('/*', madeSeldom, async (request, reply) => {
    const key = canonicalPath(request.url)
    const make = (reads: Reads) => renderPage(parts, key, request, reads)
    await parts.answers.send(key, request, reply, make, { isKept: isKept(key) })
  })
}

/**
 * What people type is without number, and rarely the same twice; and a path can be written in as many ways as it has letters,
 * in escapes or by way of `..`. Keeping such pages would crowd out what is asked for again.
 */
export function isKept(key: string): boolean {
  const [path = '', query] = key.split('?')
  return /^[\w/-]*$/.test(path) && !path.includes('//') && !new URLSearchParams(query).has('q')
}

async function renderPage(
  { bundle, handlers, publicUrl, security, visitorContext }: PageParts,
  path: string,
  request: FastifyRequest,
  reads: Reads,
): Promise<Answer> {
  const context = visitorContext(reads)
  const call = inProcess(handlers, context, request)
  let isWhole = true
  const transport: Transport = async (asked) => {
    const answer = await call(asked)
    if (isFailureAnswer(answer) && answer.httpCode >= 500) isWhole = false
    return answer
  }
  const { status, html, location } = await bundle.render(publicUrl + path, transport, bundle.assetsOf)
  if (status >= 500) request.log.error({ path, status }, 'page failed')
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    // A page that goes without something that failed, such as the tags, is not stored.
    'cache-control': isWhole ? 'no-cache' : 'no-store',
    ...(isReader(path) ? withFrames(security) : {}),
    ...(status === 200 ? await playerHeaders(path, context.db, security) : {}),
  }
  return { status, headers: location === undefined ? headers : { ...headers, location }, body: html }
}

/** The page a book is read on, alone of all, shows frames: those of the book's own text. */
function isReader(key: string): boolean {
  return /^\/book\/[^/?]+\/read(\?|$)/.test(key)
}

/** The page of a video may play that video. */
async function playerHeaders(key: string, db: Db, security: SecurityHeaders): Promise<SecurityHeaders> {
  const [, id] = /^\/video\/([^/?]+)$/.exec(key) ?? []
  const source = id !== undefined && isId(id) ? readVideoSource((await findSource(db, id)) ?? '') : null
  return source === null ? {} : withPlayer(security, source)
}

/** One address for one content: known parameters only, in one order, without a slash at the end. */
export function canonicalPath(url: string): string {
  const [rawPath = '/', rawQuery = ''] = url.replace(/^https?:\/\/[^/]*/, '').split(/\?(.*)/s)
  const path = `/${rawPath.replace(/^\/+|\/+$/g, '')}`
  const known = isReader(path) ? ['file'] : parameters[path]
  const kept = [...new URLSearchParams(rawQuery)]
    .filter(([name]) => known?.includes(name))
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return kept.length > 0 ? `${path}?${new URLSearchParams(kept)}` : path
}

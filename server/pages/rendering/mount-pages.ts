import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Transport } from '#shared/contract/client.ts'
import { isFailureAnswer } from '#shared/api/failure.ts'
import { isId } from '#shared/id.ts'
import { parseVideoSource } from '#shared/video-source.ts'
import type { Context } from '#server/http/call/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { findSource } from '#server/catalogue/video/find-video.ts'
import type { Bundle, Named, PageAddress } from './bundle.ts'
import { toFailure } from '#server/http/call/failure-answer.ts'
import { findMissing } from './find-missing.ts'
import type { Handlers } from '#server/http/call/handlers.ts'
import { inProcess } from '#server/http/call/in-process.ts'
import { missLimit } from '#server/http/server/miss-limit.ts'
import type { Answer } from '#server/platform/cache/page-cache.ts'
import type { PublicAnswers, DependsOn } from '#server/http/server/public-answers.ts'
import { type SecurityHeaders, withReader, withPlayer } from '#server/http/server/security-headers.ts'

interface PageParts {
  bundle: Bundle
  handlers: Handlers
  answers: PublicAnswers
  publicUrl: string
  security: SecurityHeaders
  /** Returns the context of an API call without a signed-in user, because pages are the same for all users. */
  visitorContext(dependsOn: DependsOn): Context
}

const uncachedPagesPerMinute = 300

/** Mounts the route that serves the web pages; it handles every path that no other route handles. */
export function mountPages(app: FastifyInstance, parts: PageParts) {
  const countMiss = missLimit(app, 'pages', uncachedPagesPerMinute)
  app.get('/*', async (request, reply) => {
    const asked = await parts.bundle.readAddress(request.url)
    if (!parts.answers.isReady(asked.address)) await countMiss(request)
    const found = parts.answers.hasStored(asked.address) ? asked : await findPage(parts, request.url, asked)
    if (found.needsRedirect)
      return reply.code(302).header('cache-control', 'no-cache').header('location', found.address).send()
    const key = found.address
    const make = (dependsOn: DependsOn) => renderPage(parts, key, request, dependsOn)
    await parts.answers.send(key, request, reply, make, { isStored: !isSearch(key), storesErrors: true })
    return reply
  })
}

/**
 * Returns the page that a URL requests, which is parsed as `page`, after looking up every tag, book or other thing that
 * the URL names. URLs with names and ids that do not exist share one cached page, so that a request with an invented id
 * is answered without rendering a page. During a database outage everything counts as existing, and the page reports
 * the outage.
 */
async function findPage({ bundle, visitorContext }: PageParts, url: string, page: PageAddress): Promise<PageAddress> {
  if (page.named.length === 0) return page
  const { db, replicas } = visitorContext(() => undefined)
  const find = (from: Db) => findMissing(from, page.named)
  const missing = await (replicas === null ? find(db) : replicas.run(find)).catch((error: unknown): Named[] => {
    if (toFailure(error).kind === 'unavailable') return []
    throw error
  })
  if (missing.length === 0) return page
  return bundle.readAddress(url, (one) => missing.some(({ kind, value }) => kind === one.kind && value === one.value))
}

/** Returns whether the page shows search results. Such pages are rarely requested twice, so they are not cached. */
function isSearch(address: string): boolean {
  return /[?&]q=/.test(address)
}

async function renderPage(
  { bundle, handlers, publicUrl, security, visitorContext }: PageParts,
  path: string,
  request: FastifyRequest,
  dependsOn: DependsOn,
): Promise<Answer> {
  const context = visitorContext(dependsOn)
  const call = inProcess(handlers, context, request)
  let isWhole = true
  const transport: Transport = async (asked) => {
    const answer = await call(asked)
    if (isFailureAnswer(answer) && answer.httpCode >= 500) isWhole = false
    return answer
  }
  const { status, html, location } = await bundle.render(publicUrl + path, transport, bundle.assetsOf)
  // A page that answers 503 has made a call that failed and is in the log already. A line for each such page would fill
  // the disk during an outage.
  if (status >= 500 && status !== 503) request.log.error({ path, status }, 'page failed')
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    // If some data of a page, such as the tags, could not be read, browsers must not cache the incomplete page either.
    'cache-control': isWhole ? 'no-cache' : 'no-store',
    ...(isReader(path) ? withReader(security) : {}),
    ...(status === 200 ? await playerHeaders(path, context.db, security) : {}),
  }
  return { status, headers: location === undefined ? headers : { ...headers, location }, body: html, isWhole }
}

/**
 * Returns whether the page is the reader for books, the only page that shows frames. The frames contain the book's
 * text.
 */
function isReader(key: string): boolean {
  return /^\/book\/[^/?]+\/read(\?|$)/.test(key)
}

/** Returns the security headers that allow the page of a video to play that video. */
async function playerHeaders(key: string, db: Db, security: SecurityHeaders): Promise<SecurityHeaders> {
  const [, id] = /^\/video\/([^/?]+)$/.exec(key) ?? []
  const source = id !== undefined && isId(id) ? parseVideoSource((await findSource(db, id)) ?? '') : null
  return source === null ? {} : withPlayer(security, source)
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { fail } from '#shared/api/failure.ts'
import type { Site } from '#shared/api/site.ts'
import { topic } from '#server/platform/cache/topics.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { acceptsEncoding, matchesEtag } from '#server/http/server/answer-file.ts'
import { textAnswer } from '#server/http/server/file-answers.ts'
import type { PublicAnswers } from '#server/http/server/public-answers.ts'
import { findSitemapFile } from './sitemap-queries.ts'
import { sitemapScope, writeSitemapFile, writeSitemapIndex, writeSitemapOfLists } from './write-sitemap.ts'

interface SitemapParts {
  db: Db
  site: Site
  answers: PublicAnswers
}

/**
 * Limits how many files of the sitemap one IP address may read in a minute, because a file may have several megabytes.
 */
const fileLimit = { config: { rateLimit: { max: 120, timeWindow: 60_000 } } }

/** Mounts the sitemap for search engines: a cached index, and files that are streamed from the database. */
export function mountSitemap(app: FastifyInstance, { db, site, answers }: SitemapParts) {
  app.get('/sitemap.xml', async (request, reply) => {
    await answers.send('/sitemap.xml', request, reply, async (dependsOn) => {
      dependsOn(topic.sitemap)
      return textAnswer('application/xml', await writeSitemapIndex(db, site))
    })
  })
  app.get('/sitemap-lists.xml', async (request, reply) => {
    const answer = textAnswer('application/xml', writeSitemapOfLists(site))
    await answers.send('/sitemap-lists.xml', request, reply, async () => answer)
  })
  app.get('/sitemap-:file.xml', fileLimit, async (request, reply) => {
    const { file } = request.params as { file: string }
    if (!/^[1-9]\d{0,5}$/.test(file)) return fail('missing', '没有这个网站地图文件')
    return sendFile({ db, site }, Number(file), request, reply)
  })
}

/** Streams a file of the sitemap, compressed if the client accepts gzip, so that memory holds only a piece of it. */
async function sendFile(
  { db, site }: Pick<SitemapParts, 'db' | 'site'>,
  file: number,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const found = await findSitemapFile(db, file, sitemapScope(site))
  if (found === undefined) return fail('missing', '没有这个网站地图文件')
  const isGzipped = acceptsEncoding(request.headers['accept-encoding'], 'gzip')
  const etag = etagOf([site.publicUrl, file, found.count, found.changedAt.toISOString(), isGzipped])
  reply.headers({
    'content-type': 'application/xml; charset=utf-8',
    'cache-control': 'no-cache',
    'last-modified': found.changedAt.toUTCString(),
    vary: 'Accept-Encoding',
    etag,
  })
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (isGzipped) reply.header('content-encoding', 'gzip')
  // Answers a HEAD request without a body, because Fastify would otherwise read the whole stream.
  if (request.method === 'HEAD') return reply.send(Readable.from([]))
  const plain = Readable.from(writeSitemapFile(db, site, file))
  // If the database fails, the pipeline destroys the compressed stream, and the client sees an incomplete answer.
  return reply.send(isGzipped ? pipeline(plain, createGzip(), () => undefined) : plain)
}

/** Makes an entity tag (ETag) from the facts that determine the content of a file. */
function etagOf(facts: unknown[]): string {
  return `"${createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 22)}"`
}

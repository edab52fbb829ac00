import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { fail } from '#shared/api/failure.ts'
import type { Site } from '#shared/api/site.ts'
import { listBooks } from '#server/catalogue/book/book-queries.ts'
import { text } from '#shared/api/text.ts'
import type { Answer } from '#server/platform/cache/page-cache.ts'
import { topic } from '#server/platform/cache/topics.ts'
import { drawSharePicture } from '#server/engines/cover/draw-share-picture.ts'
import { limitDrawing, sharePictureLimit } from '#server/http/server/picture-drawing.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { missing, png } from '#server/http/server/file-answers.ts'
import type { DependsOn, PublicAnswers } from '#server/http/server/public-answers.ts'
import { listMarksOfBooks } from '#server/map/marks/globe-queries.ts'
import { findTag } from '#server/catalogue/tag/tag-queries.ts'

/** Number of books that the preview picture of a tag names. */
const namedBooks = 6
/** Number of books whose places the preview picture of a tag shows on the globe. */
const shownBooks = 100

/** Mounts the preview picture for shared links to the books with a tag, by the name of the tag. */
export function mountTagFiles(
  app: FastifyInstance,
  { db, site, answers }: { db: Db; site: Site; answers: PublicAnswers },
) {
  app.get<{ Params: { name: string } }>('/share/tag/:name.png', sharePictureLimit, (request, reply) => {
    const { name } = request.params
    if (!z.safeParse(text(1, 30), name).success) fail('missing', '没有这个标签')
    const answer = async (dependsOn: DependsOn) => {
      dependsOn(topic.tags, topic.books)
      return shareTag(db, name, site)
    }
    const path = `/share/tag/${encodeURIComponent(name)}.png`
    return answers.send(path, request, reply, limitDrawing(path, request, answer))
  })
}

async function shareTag(db: Db, name: string, site: Site): Promise<Answer> {
  const tag = await findTag(db, name)
  if (tag === undefined || tag.count === 0) return missing('没有这个标签')
  const { list } = await listBooks(db, { tags: [tag.name], sort: 'hot', free: false, limit: shownBooks })
  const marks = await listMarksOfBooks(
    db,
    list.map(({ id }) => id),
  )
  const lines = [
    `带着这个标签的 ${tag.count} 本书`,
    list
      .slice(0, namedBooks)
      .map(({ title }) => `《${title}》`)
      .join(''),
  ]
  return png(await drawSharePicture({ title: tag.name, lines, globe: { marks }, site }))
}

import type { FastifyInstance } from 'fastify'
import { fail } from '#shared/api/failure.ts'
import type { Site } from '#shared/api/site.ts'
import { isId } from '#shared/id.ts'
import type { Answer } from '#server/cache/page-cache.ts'
import { topic } from '#server/cache/topics.ts'
import { limitDrawing, sharePictureLimit } from '#server/cover/picture-drawing.ts'
import type { Db } from '#server/db/schema.ts'
import { missing, png, svg } from '#server/http/file-answers.ts'
import type { DependsOn, PublicAnswers } from '#server/http/public-answers.ts'
import { drawMapPoster, toPng } from './draw-map-poster.ts'
import { posterTitle } from './poster-title.ts'
import { readReaderMap } from './read-reader-map.ts'
import { findMapOwner } from './reader-map-queries.ts'

const missingMap = '没有这张地图，或者没有公开'

interface MapParts {
  db: Db
  site: Site
  answers: PublicAnswers
}

/** Mounts the pictures of the maps that users have published: a globe, and a poster as SVG and PNG. */
export function mountReaderMapFiles(app: FastifyInstance, { db, site, answers }: MapParts) {
  type Shown = { name: string } & Awaited<ReturnType<typeof readReaderMap>>
  const serve = (path: string, make: (shown: Shown) => Promise<Answer> | Answer) =>
    app.get<{ Params: { id: string } }>(path, sharePictureLimit, async (request, reply) => {
      const { id } = request.params
      if (!isId(id)) fail('missing', missingMap)
      const answer = async (dependsOn: DependsOn) => {
        dependsOn(topic.user(id), topic.shelf(id), topic.books)
        const owner = await findMapOwner(db, id)
        if (owner === undefined) return revalidated(missing(missingMap))
        return revalidated(await make({ ...owner, ...(await readReaderMap(db, id)) }))
      }
      await answers.send(path.replace(':id', id), request, reply, limitDrawing(path, request, answer))
    })
  const draw = ({ name, map, drawGlobe }: Shown) =>
    drawMapPoster({ title: posterTitle(name), map, globe: drawGlobe('unnamed'), site })

  serve('/map/user/:id.svg', ({ drawGlobe }) => svg(drawGlobe('named')))
  serve('/share/user/:id.svg', async (shown) => svg(await draw(shown)))
  serve('/share/user/:id.png', async (shown) => png(await toPng(await draw(shown))))
}

/** Makes browsers ask for the picture every time, because its owner may hide it at any moment. */
function revalidated(answer: Answer): Answer {
  return { ...answer, headers: { ...answer.headers, 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' } }
}

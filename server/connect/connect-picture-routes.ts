import type { FastifyInstance } from 'fastify'
import { fail } from '#shared/api/failure.ts'
import type { Site } from '#shared/api/site.ts'
import { isConnectedId } from '#shared/connected-id.ts'
import { enclosingCenter } from '#shared/enclosing-center.ts'
import type { Answer } from '#server/cache/page-cache.ts'
import { topic } from '#server/cache/topics.ts'
import { drawSharePicture } from '#server/cover/draw-share-picture.ts'
import { limitDrawing, sharePictureLimit } from '#server/cover/picture-drawing.ts'
import type { Db } from '#server/db/schema.ts'
import { missing, png, svg } from '#server/http/file-answers.ts'
import type { DependsOn, PublicAnswers } from '#server/http/public-answers.ts'
import { drawGlobe, markAll } from '#server/map/picture/draw-globe.ts'
import { defaultCenter } from '#server/map/picture/globe-frame.ts'
import { type Connection, connectNodes } from './connect-nodes.ts'

const noPath = '这两端没有连上'

interface PictureParts {
  db: Db
  site: Site
  answers: PublicAnswers
}

/**
 * Mounts the pictures of a path: its line on the globe, `/globe/connect/{from}/{to}.svg`, and the preview picture for
 * shared links, `/share/connect/{from}/{to}.png`.
 */
export function mountConnectFiles(app: FastifyInstance, { db, site, answers }: PictureParts) {
  const serve = (path: string, make: (found: Connection) => Promise<Answer> | Answer, options = {}) =>
    app.get<{ Params: { from: string; to: string } }>(path, options, async (request, reply) => {
      const { from, to } = request.params
      if (!isConnectedId(from) || !isConnectedId(to)) fail('missing', '没有这样的两端')
      const answer = async (dependsOn: DependsOn) => {
        dependsOn(topic.books, topic.people, topic.relations, topic.marks)
        return make(await connectNodes(db, from, to))
      }
      const address = path.replace(':from', from).replace(':to', to)
      await answers.send(address, request, reply, limitDrawing(path, request, answer))
    })

  serve('/globe/connect/:from/:to.svg', ({ path }) => {
    if (path === null) return missing(noPath)
    const line = path.points
    const { lng, lat } = enclosingCenter(line) ?? defaultCenter
    return svg(drawGlobe({ center: [lng, lat], marks: markAll(line), line, isSmall: true }))
  })
  serve('/share/connect/:from/:to.png', (found) => sharePath(found, site), sharePictureLimit)
}

/** Draws the preview picture of a path: both ends, the number of steps, and the sentences of the first steps. */
async function sharePath({ from, to, path }: Connection, site: Site): Promise<Answer> {
  if (from === null || to === null || path === null) return missing(noPath)
  const line = path.points
  const lines = [`${path.steps.length} 步相连`, ...path.steps.map(({ sentence }) => sentence)].slice(0, 3)
  return png(
    await drawSharePicture({ title: `从${from.name}到${to.name}`, lines, globe: { marks: markAll(line), line }, site }),
  )
}

import type { FastifyInstance } from 'fastify'
import { fail } from '#shared/api/failure.ts'
import type { Connected, ConnectPath } from '#shared/api/search/connect.ts'
import type { Site } from '#shared/api/site.ts'
import { isConnectedId } from '#shared/connected-id.ts'
import { enclosingCenter } from '#shared/enclosing-center.ts'
import type { Answer } from '#server/platform/cache/page-cache.ts'
import { topic } from '#server/platform/cache/topics.ts'
import { drawSharePicture, type ShareContent } from '#server/engines/cover/draw-share-picture.ts'
import { drawSharePoster } from '#server/engines/cover/draw-share-poster.ts'
import { limitDrawing, sharePictureLimit } from '#server/http/server/picture-drawing.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { missing, png, svg } from '#server/http/server/file-answers.ts'
import type { DependsOn, PublicAnswers } from '#server/http/server/public-answers.ts'
import { drawGlobe, markAll } from '#server/engines/globe/draw-globe.ts'
import { defaultCenter } from '#server/engines/globe/globe-frame.ts'
import { type Connection, connectNodes } from './connect-nodes.ts'

const noPath = '这两端没有连上'

interface PictureParts {
  db: Db
  site: Site
  answers: PublicAnswers
}

/**
 * Mounts the pictures of a path: its line on the globe, `/globe/connect/{from}/{to}.svg`, the preview picture for
 * shared links, `/share/connect/{from}/{to}.png`, and its poster, `/share/connect/{from}/{to}/poster.png`.
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
  const serveShared = (path: string, draw: (content: ShareContent, address: string) => Promise<Buffer>) =>
    serve(
      path,
      async ({ from, to, path }) => {
        if (from === null || to === null || path === null) return missing(noPath)
        const address = `${site.publicUrl}/connect?from=${from.id}&to=${to.id}`
        return png(await draw({ ...describePath(from, to, path), site }, address))
      },
      sharePictureLimit,
    )
  serveShared('/share/connect/:from/:to.png', drawSharePicture)
  serveShared('/share/connect/:from/:to/poster.png', drawSharePoster)
}

/**
 * Returns what the pictures of a path show: the number of steps, both ends, all that lies between, the first sentence,
 * and the globe.
 */
function describePath(from: Connected, to: Connected, { nodes, steps, points }: ConnectPath) {
  const nameOf = ({ id, name }: Connected) => (id.startsWith('book.') ? `《${name}》` : name)
  const between = nodes.slice(1, -1).map(nameOf).join(' → ')
  return {
    title: steps.length === 1 ? '一步就到' : `${steps.length} 步相连`,
    lines: [`从${nameOf(from)}到${nameOf(to)}`, between && `经过${between}`, steps[0]?.sentence ?? ''],
    globe: { marks: markAll(points), line: points },
  }
}

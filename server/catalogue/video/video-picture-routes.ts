import { topic } from '#server/platform/cache/topics.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#server/platform/db/schema.ts'
import { fail } from '#shared/api/failure.ts'
import type { Site } from '#shared/api/site.ts'
import type { Video } from '#shared/api/book/video.ts'
import { isId } from '#shared/id.ts'
import { parseVideoSource } from '#shared/video-source.ts'
import { drawSharePicture } from '#server/engines/cover/draw-share-picture.ts'
import { drawVideoCover } from '#server/engines/cover/draw-video-cover.ts'
import { markAll } from '#server/engines/globe/draw-globe.ts'
import { drawPlaceMap, placeMapShapes } from '#server/engines/globe/draw-place-map.ts'
import { findVideo } from './find-video.ts'
import { missing, png, svg } from '#server/http/server/file-answers.ts'
import type { Answer } from '#server/platform/cache/page-cache.ts'
import type { DependsOn, PublicAnswers } from '#server/http/server/public-answers.ts'
import { limitDrawing, sharePictureLimit } from '#server/http/server/picture-drawing.ts'

/**
 * Mounts the routes of the pictures that the server draws for videos: generated covers, maps of the places of a video,
 * and preview pictures for links that users share.
 */
export function mountVideoFiles(
  app: FastifyInstance,
  { db, site, answers }: { db: Db; site: Site; answers: PublicAnswers },
) {
  const serve = (path: string, make: (video: Video) => Promise<Answer>, options = {}) =>
    app.get<{ Params: { id: string } }>(path, options, async (request, reply) => {
      const { id } = request.params
      if (!isId(id)) fail('missing', '没有这个视频')
      const answer = async (dependsOn: DependsOn) => {
        dependsOn(topic.video(id))
        const video = await findVideo(db, id)
        return video === undefined ? missing('没有这个视频') : make(video)
      }
      await answers.send(path.replace(':id', id), request, reply, limitDrawing(path, request, answer))
    })

  serve('/cover/video/:id.svg', async (video) => svg(await drawVideoCover(video)))
  for (const shape of placeMapShapes)
    serve(`/map/video/:id/${shape}.svg`, async ({ places }) => svg(await drawPlaceMap(places, shape)))
  serve(
    '/share/video/:id.png',
    async ({ title, source, desc, places }) => {
      const lines = [parseVideoSource(source)?.host ?? '视频', desc]
      return png(await drawSharePicture({ title, lines, globe: { marks: markAll(places) }, site }))
    },
    sharePictureLimit,
  )
}

import type { FastifyInstance } from 'fastify'
import { fail } from '#shared/api/failure.ts'
import type { PlacePage } from '#shared/api/place/place-page.ts'
import type { Site } from '#shared/api/site.ts'
import { isId } from '#shared/id.ts'
import type { Answer } from '#server/platform/cache/page-cache.ts'
import { topic } from '#server/platform/cache/topics.ts'
import { drawSharePicture, type ShareContent } from '#server/engines/cover/draw-share-picture.ts'
import { drawSharePoster } from '#server/engines/cover/draw-share-poster.ts'
import { limitDrawing, sharePictureLimit } from '#server/http/server/picture-drawing.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { missing, png, svg } from '#server/http/server/file-answers.ts'
import type { DependsOn, PublicAnswers } from '#server/http/server/public-answers.ts'
import { drawGlobe } from '#server/engines/globe/draw-globe.ts'
import { drawPlaceMap, placeMapShapes } from '#server/engines/globe/draw-place-map.ts'
import { findPlacePage } from './place-page-queries.ts'

const missingPlace = '没有这处地方'

/**
 * Mounts the routes of the pictures of a place: a small globe, a map of its surroundings, the preview picture for
 * shared links, and a poster.
 */
export function mountPlaceFiles(
  app: FastifyInstance,
  { db, site, answers }: { db: Db; site: Site; answers: PublicAnswers },
) {
  const serve = (path: string, make: (place: PlacePage) => Promise<Answer> | Answer, options = {}) =>
    app.get<{ Params: { id: string } }>(path, options, async (request, reply) => {
      const { id } = request.params
      if (!isId(id)) fail('missing', missingPlace)
      const answer = async (dependsOn: DependsOn) => {
        dependsOn(topic.books)
        const place = await findPlacePage(db, id)
        return place === undefined ? missing(missingPlace) : make(place)
      }
      await answers.send(path.replace(':id', id), request, reply, limitDrawing(path, request, answer))
    })

  for (const shape of placeMapShapes)
    serve(`/map/place/:id/${shape}.svg`, async (place) => svg(await drawPlaceMap([place], shape, place.nearby)))
  serve('/globe/place/:id.svg', ({ lng, lat }) =>
    svg(drawGlobe({ center: [lng, lat], marks: [{ lng, lat, weight: 4 }], isSmall: true, isHalved: true })),
  )
  serve(
    '/share/place/:id.png',
    async (place) => png(await drawSharePicture({ ...contentOf(place), site })),
    sharePictureLimit,
  )
  const draw = (place: PlacePage) =>
    drawSharePoster({ ...contentOf(place), site }, `${site.publicUrl}/place/${place.id}`)
  serve('/share/place/:id/poster.png', async (place) => png(await draw(place)), sharePictureLimit)
}

/** The number of letters of further names that a line of a picture shows in a legible size. */
const lettersInLine = 18

function namesInLine(names: string[]): string {
  let line = ''
  for (const name of names) {
    const longer = line === '' ? name : `${line}、${name}`
    if ([...longer].length > lettersInLine) break
    line = longer
  }
  return line
}

function contentOf({ name, region, names, countBooks, lng, lat }: PlacePage): Omit<ShareContent, 'site'> {
  const further = namesInLine(names.map((one) => one.name))
  const where = [...new Set([region, further])].filter((text) => text !== '' && text !== name).join(' · ')
  const lines = [where, countBooks > 0 ? `${countBooks} 本书写到这里。` : '']
  return { title: name, lines, globe: { marks: [{ lng, lat, weight: 9 }] } }
}

import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { fail } from '#shared/api/failure.ts'
import type { Site } from '#shared/api/site.ts'
import { text } from '#shared/api/text.ts'
import type { Answer } from '#server/platform/cache/page-cache.ts'
import { topic } from '#server/platform/cache/topics.ts'
import { drawSharePicture } from '#server/engines/cover/draw-share-picture.ts'
import { limitDrawing, sharePictureLimit } from '#server/http/server/picture-drawing.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { missing, png } from '#server/http/server/file-answers.ts'
import type { DependsOn, PublicAnswers } from '#server/http/server/public-answers.ts'
import { listMarksOfPlaces } from '#server/map/marks/globe-queries.ts'
import { regionKeyOf } from '#server/catalogue/place/region.ts'
import { findDisputedPlace, listPlacesOfRegion } from '#server/catalogue/place/page/place-directory-queries.ts'

/** Number of places that the preview picture of a region names. */
const namedPlaces = 12

/** Mounts the preview picture for shared links to a region of the directory of places, by the name of the region. */
export function mountRegionFiles(
  app: FastifyInstance,
  { db, site, answers }: { db: Db; site: Site; answers: PublicAnswers },
) {
  app.get<{ Params: { region: string } }>('/share/region/:region.png', sharePictureLimit, (request, reply) => {
    const { region } = request.params
    if (!z.safeParse(text(1, 40), region).success) fail('missing', '没有这个地区')
    const answer = async (dependsOn: DependsOn) => {
      dependsOn(topic.books)
      return shareRegion(db, region, site)
    }
    const path = `/share/region/${encodeURIComponent(region)}.png`
    return answers.send(path, request, reply, limitDrawing(path, request, answer))
  })
}

async function shareRegion(db: Db, name: string, site: Site): Promise<Answer> {
  const known = regionKeyOf(name)
  const placeId = known === null ? (await findDisputedPlace(db, name))?.id : undefined
  if (known === null && placeId === undefined) return missing('没有这个地区')
  const region = known ?? { country: '', province: '', ...(placeId && { placeId }) }
  const { list, total } = await listPlacesOfRegion(db, { region, limit: namedPlaces })
  const marks = await listMarksOfPlaces(
    db,
    list.map(({ id }) => id),
  )
  const lines = [`${total} 处书里写到的地方`, list.map((place) => place.name).join('、')]
  return png(await drawSharePicture({ title: name, lines, globe: { marks }, site }))
}

import { topic } from '#server/platform/cache/topics.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Book } from '#shared/api/book/book.ts'
import { fail } from '#shared/api/failure.ts'
import type { Site } from '#shared/api/site.ts'
import { isId } from '#shared/id.ts'
import { storyPlaces } from '#shared/api/place/story-places.ts'
import { findBook } from '#server/catalogue/book/book-queries.ts'
import { drawCover } from '#server/engines/cover/draw-cover.ts'
import { drawSharePicture } from '#server/engines/cover/draw-share-picture.ts'
import { limitDrawing } from '#server/http/server/picture-drawing.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { writeFeed } from '#server/pages/today/write-feed.ts'
import { mountSitemap } from '#server/pages/sitemap/sitemap-routes.ts'
import { drawFlatMap } from '#server/engines/globe/draw-flat-map.ts'
import { drawGlobe } from '#server/engines/globe/draw-globe.ts'
import { defaultCenter } from '#server/engines/globe/globe-frame.ts'
import { drawLifeMap, tourScale } from '#server/engines/globe/draw-life-map.ts'
import { drawPlaceMap, placeMapShapes } from '#server/engines/globe/draw-place-map.ts'
import { listGlobeMarks, listLifeSpots } from '#server/map/marks/globe-queries.ts'
import { missing, png, svg, textAnswer } from '#server/http/server/file-answers.ts'
import { findTour } from '#server/map/tour/tour-queries.ts'
import { findPersonRow } from '#server/catalogue/person/person-rows.ts'
import type { Answer } from '#server/platform/cache/page-cache.ts'
import type { PublicAnswers, DependsOn } from '#server/http/server/public-answers.ts'
import { mountSharePictures, stopsOf } from './share-picture-routes.ts'

interface FileParts {
  db: Db
  site: Site
  answers: PublicAnswers
}
type Make = (dependsOn: DependsOn, id: string) => Promise<Answer>

/** Mounts generated pictures, feeds, and the files for crawlers. */
export function mountPublicFiles(app: FastifyInstance, { db, site, answers }: FileParts) {
  const serve = (path: string, make: Make, options = {}) =>
    app.get(path, options, async (request: FastifyRequest, reply: FastifyReply) => {
      const { id = '' } = request.params as { id?: string }
      if (path.includes(':id') && !isId(id)) fail('missing', '没有这本书')
      const answer = (dependsOn: DependsOn) => make(dependsOn, id)
      await answers.send(path.replace(':id', id), request, reply, limitDrawing(path, request, answer))
    })

  serve('/robots.txt', async () =>
    textAnswer(
      'text/plain',
      `User-agent: *\nDisallow: /user/\nDisallow: /api/\nSitemap: ${site.publicUrl}/sitemap.xml\n`,
    ),
  )
  mountSitemap(app, { db, site, answers })
  serve(
    '/feed.xml',
    async (dependsOn) => (
      dependsOn(topic.books, topic.day),
      textAnswer('application/atom+xml', await writeFeed(db, site))
    ),
  )
  serve('/globe.svg', async (dependsOn) => {
    dependsOn(topic.books, topic.videos)
    return svg(drawGlobe({ center: [102, 36], marks: await listGlobeMarks(db, 1500) }))
  })
  serve('/flat-map.svg', async () => svg(drawFlatMap()))
  for (const shape of placeMapShapes)
    serve(`/map/book/:id/${shape}.svg`, (dependsOn, id) =>
      ofBook(db, dependsOn, id, async ({ places }) => {
        const told = storyPlaces(places)
        return svg(await drawPlaceMap(told.length > 0 ? told : places, shape))
      }),
    )
  serve('/globe/person/:id.svg', async (dependsOn, id) => {
    dependsOn(topic.person(id), topic.books)
    if ((await findPersonRow(db, id)) === undefined) return missing('没有这个人')
    return svg(drawLifeMap(await listLifeSpots(db, id)))
  })
  for (const size of ['', '/small'])
    serve(`/globe/tour/:id${size}.svg`, async (dependsOn, id) => {
      dependsOn(topic.tours)
      const tour = await findTour(db, id)
      if (tour === undefined) return missing('没有这条漫游')
      return svg(drawLifeMap({ life: stopsOf(tour), works: [], isSmall: size !== '', maxScale: tourScale }))
    })
  serve('/cover/:id.svg', (dependsOn, id) => ofBook(db, dependsOn, id, async (book) => svg(await drawCover(book))))
  serve('/share/site.png', async (dependsOn) => {
    dependsOn(topic.books, topic.videos)
    const globe = { marks: await listGlobeMarks(db, 1500), center: defaultCenter }
    return png(await drawSharePicture({ title: '每一本书，都有它的地方', lines: [], globe, site }))
  })
  mountSharePictures(serve, db, site)
}

async function ofBook(
  db: Db,
  dependsOn: DependsOn,
  id: string,
  make: (book: Book) => Promise<Answer>,
): Promise<Answer> {
  dependsOn(topic.book(id))
  const book = await findBook(db, id)
  return book === undefined ? missing('没有这本书') : make(book)
}

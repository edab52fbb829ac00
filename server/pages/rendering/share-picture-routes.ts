import { lifeText } from '#shared/year-text.ts'
import type { Tour } from '#shared/api/place/tour.ts'
import type { Site } from '#shared/api/site.ts'
import { storyPlaces } from '#shared/api/place/story-places.ts'
import { findBook } from '#server/catalogue/book/book-queries.ts'
import type { Answer } from '#server/platform/cache/page-cache.ts'
import { topic } from '#server/platform/cache/topics.ts'
import { drawCover } from '#server/engines/cover/draw-cover.ts'
import { drawSharePicture, type ShareContent } from '#server/engines/cover/draw-share-picture.ts'
import { drawSharePoster } from '#server/engines/cover/draw-share-poster.ts'
import { sharePictureLimit } from '#server/http/server/picture-drawing.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { missing, png } from '#server/http/server/file-answers.ts'
import type { DependsOn } from '#server/http/server/public-answers.ts'
import { markAll } from '#server/engines/globe/draw-globe.ts'
import type { NamedSpot } from '#server/engines/globe/draw-life-map.ts'
import { listLifeSpots } from '#server/map/marks/globe-queries.ts'
import { findPersonRow } from '#server/catalogue/person/person-rows.ts'
import { findTour } from '#server/map/tour/tour-queries.ts'

type Content = Omit<ShareContent, 'site'>
type Serve = (path: string, make: (dependsOn: DependsOn, id: string) => Promise<Answer>, options: object) => unknown

interface Shareable {
  /** Returns what the pictures show; undefined if there is no such book, tour or person. */
  read(db: Db, dependsOn: DependsOn, id: string): Promise<Content | undefined>
  missing: string
  /** Returns the path of the page that a poster leads to. */
  pathOf(id: string): string
}

const shareables: Record<string, Shareable> = {
  book: { read: readBook, missing: '没有这本书', pathOf: (id) => `/book/${id}` },
  tour: { read: readTour, missing: '没有这条漫游', pathOf: (id) => `/tour/${id}` },
  person: { read: readPerson, missing: '没有这个人', pathOf: (id) => `/person/${id}` },
}

/**
 * Mounts the pictures with which visitors share books, tours and people: `/share/book/{id}.png` is the preview of a
 * link, and `/share/book/{id}/poster.png` a poster with a QR code of the page's URL.
 */
export function mountSharePictures(serve: Serve, db: Db, site: Site) {
  for (const [kind, { read, missing: missingMessage, pathOf }] of Object.entries(shareables)) {
    const mount = (path: string, draw: (content: ShareContent, id: string) => Promise<Buffer>) =>
      serve(
        path,
        async (dependsOn, id) => {
          const content = await read(db, dependsOn, id)
          return content === undefined ? missing(missingMessage) : png(await draw({ ...content, site }, id))
        },
        sharePictureLimit,
      )
    mount(`/share/${kind}/:id.png`, drawSharePicture)
    mount(`/share/${kind}/:id/poster.png`, (content, id) => drawSharePoster(content, site.publicUrl + pathOf(id)))
  }
}

async function readPerson(db: Db, dependsOn: DependsOn, id: string): Promise<Content | undefined> {
  dependsOn(topic.person(id), topic.books)
  const person = await findPersonRow(db, id)
  if (person === undefined) return undefined
  const lines = [lifeText(person) ?? [], person.desc || []].flat()
  const { life, works } = await listLifeSpots(db, id)
  return { title: person.name, lines, globe: { marks: markAll([...life, ...works]), line: life } }
}

async function readTour(db: Db, dependsOn: DependsOn, id: string): Promise<Content | undefined> {
  dependsOn(topic.tours)
  const tour = await findTour(db, id)
  if (tour === undefined) return undefined
  const stops = stopsOf(tour)
  return { title: tour.title, lines: [`漫游 · ${stops.length} 站`, tour.desc], globe: { tour: stops } }
}

/**
 * Returns the stops of a tour for a picture of its route. A stop is labelled with the name of its place or, if it has
 * none, with its own title.
 */
export function stopsOf({ playData: { features } }: Tour): NamedSpot[] {
  return features.map(({ properties: { place, title }, geometry: { coordinates } }) => {
    const [lng, lat] = coordinates
    return { name: place?.name ?? title, lng, lat }
  })
}

async function readBook(db: Db, dependsOn: DependsOn, id: string): Promise<Content | undefined> {
  dependsOn(topic.book(id))
  const book = await findBook(db, id)
  if (book === undefined) return undefined
  const [recommend] = book.recommends
  const places = storyPlaces(book.places)
  return {
    title: book.title,
    lines: [book.authors.join('、'), recommend?.reason ?? book.desc],
    cover: await drawCover(book),
    placeNames: [...new Set(places.map(({ name }) => name))],
    ...(places.length > 0 && { globe: { marks: markAll(places) } }),
  }
}

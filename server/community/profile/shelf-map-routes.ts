import type { FastifyInstance } from 'fastify'
import { fail } from '#shared/api/failure.ts'
import type { Site } from '#shared/api/site.ts'
import { isId } from '#shared/id.ts'
import type { Answer } from '#server/platform/cache/page-cache.ts'
import { topic } from '#server/platform/cache/topics.ts'
import { limitDrawing, sharePictureLimit } from '#server/http/server/picture-drawing.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { missing, png, svg } from '#server/http/server/file-answers.ts'
import type { DependsOn, PublicAnswers } from '#server/http/server/public-answers.ts'
import { drawMapPoster, toPng } from './draw-map-poster.ts'
import { posterTitle } from './poster-title.ts'
import { readShelfMap } from './read-shelf-map.ts'
import { countByMonth, findMapOwner, findYearOwner } from './shelf-map-queries.ts'

const missingMap = '没有这张地图，或者没有公开'

interface MapParts {
  db: Db
  site: Site
  answers: PublicAnswers
}

interface Shown {
  name: string
  drawn: Awaited<ReturnType<typeof readShelfMap>>
  /**
   * The year that the picture is about, and the number of books that the user finished in each of its months; undefined
   * for a map of all books.
   */
  year?: number
  months?: number[]
}

/** Mounts the pictures that users have published: the globe and the poster of their map, and the poster of a year. */
export function mountShelfMapFiles(app: FastifyInstance, { db, site, answers }: MapParts) {
  const serve = (
    path: string,
    read: (id: string, year: number) => Promise<Shown | undefined>,
    make: (shown: Shown) => Promise<Answer> | Answer,
  ) =>
    app.get<{ Params: { id: string; year?: string } }>(path, sharePictureLimit, async (request, reply) => {
      const { id, year = '0' } = request.params
      if (!isId(id) || !/^\d{1,4}$/.test(year)) fail('missing', missingMap)
      const answer = async (dependsOn: DependsOn) => {
        dependsOn(topic.user(id), topic.shelf(id), topic.books)
        const shown = await read(id, Number(year))
        return revalidated(shown === undefined ? missing(missingMap) : await make(shown))
      }
      const address = path.replace(':id', id).replace(':year', String(Number(year)))
      await answers.send(address, request, reply, limitDrawing(path, request, answer))
    })
  const readMap = async (id: string) => {
    const owner = await findMapOwner(db, id)
    return owner && { ...owner, drawn: await readShelfMap(db, id) }
  }
  const readYear = async (id: string, year: number) => {
    const owner = await findYearOwner(db, id, year)
    const drawn = owner && (await readShelfMap(db, id, { year }))
    return drawn && drawn.map.countBooks > 0
      ? { ...owner, drawn, year, months: await countByMonth(db, id, year) }
      : undefined
  }
  const draw = ({ name, drawn: { map, drawGlobe }, year, months }: Shown) =>
    drawMapPoster({
      title: posterTitle(name, year),
      map,
      globe: drawGlobe('unnamed'),
      ...(months !== undefined && { months }),
      site,
    })
  const drawSvg = async (shown: Shown) => svg(await draw(shown))
  const drawPng = async (shown: Shown) => png(await toPng(await draw(shown)))

  serve('/map/user/:id.svg', readMap, ({ drawn: { drawGlobe } }) => svg(drawGlobe('named')))
  serve('/share/user/:id.svg', readMap, drawSvg)
  serve('/share/user/:id.png', readMap, drawPng)
  serve('/share/user/:id/:year.svg', readYear, drawSvg)
  serve('/share/user/:id/:year.png', readYear, drawPng)
}

/** Makes browsers ask for the picture every time, because its owner may hide it at any moment. */
function revalidated(answer: Answer): Answer {
  return { ...answer, headers: { ...answer.headers, 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' } }
}

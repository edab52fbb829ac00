import type { shelfMap } from '#shared/api/account/shelf-map.ts'
import { invalidate } from '#server/platform/cache/changes.ts'
import { topic } from '#server/platform/cache/topics.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { requireUser } from '#server/http/call/require-user.ts'
import { pictureDrawing } from '#server/http/server/picture-drawing.ts'
import { drawMapPoster, toPng } from './draw-map-poster.ts'
import { posterTitle } from './poster-title.ts'
import { readShelfMap } from './read-shelf-map.ts'
import { countByMonth, findMapSettings, isYearPublished, listFinished, listReadingYears } from './shelf-map-queries.ts'
import { setMapPublished, setYearPublished } from './publish-shelf-map.ts'

export const shelfMapHandlers: NounHandlers<typeof shelfMap> = {
  async show({ state }, { db, user }) {
    const { id } = requireUser({ user })
    const { mapIsPublic } = await findMapSettings(db, id)
    const { map, drawGlobe } = await readShelfMap(db, id, { state })
    return { isPublic: mapIsPublic, map, globe: drawGlobe('named') }
  },

  async setVisibility({ isPublic }, { db, user }) {
    const { id } = requireUser({ user })
    await db.transaction().execute(async (db) => {
      await setMapPublished(db, id, isPublic)
      await invalidate(db, topic.user(id))
    })
    return null
  },

  async showYear({ year }, { db, user }) {
    const { id } = requireUser({ user })
    const { map, drawGlobe } = await readShelfMap(db, id, { year })
    const years = await listReadingYears(db, id)
    const months = await countByMonth(db, id, year)
    const books = await listFinished(db, id, year)
    const isPublic = await isYearPublished(db, id, year)
    return { year, isPublic, years, countBooks: map.countBooks, months, books, map, globe: drawGlobe('named') }
  },

  async setYearVisibility({ year, isPublic }, { db, user }) {
    const { id } = requireUser({ user })
    await db.transaction().execute(async (db) => {
      await setYearPublished(db, id, year, isPublic)
      await invalidate(db, topic.user(id))
    })
    return null
  },

  async poster({ year }, { db, user, site }) {
    const { id } = requireUser({ user })
    return pictureDrawing.run(
      async () => {
        const { name } = await findMapSettings(db, id)
        const { map, drawGlobe } = await readShelfMap(db, id, { year })
        const months = year === undefined ? {} : { months: await countByMonth(db, id, year) }
        const svg = await drawMapPoster({
          title: posterTitle(name, year),
          map,
          globe: drawGlobe('unnamed'),
          ...months,
          site,
        })
        return { svg, png: (await toPng(svg)).toString('base64') }
      },
      { name: id },
    )
  },
}

import * as z from 'zod/mini'
import { AuthorIds } from '#shared/api/author-ids.ts'
import { ShelfState } from '#shared/api/book/shelf.ts'
import { described } from '#shared/api/described.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { Id } from '#shared/api/text.ts'

const CountedName = z.strictObject({ name: z.string(), countBooks: z.int() })
const CountedCentury = z.strictObject({
  century: described('The century; negative before the common era, so that -3 is the third century BC.', z.int()),
  countBooks: z.int(),
})

/** The places of the books on a user's shelf. The user may publish this map in their profile. */
export const ShelfMap = z.strictObject({
  countBooks: z.int(),
  countPlaces: z.int(),
  countCountries: z.int(),
  /** At most 200 places, those with the most books first. */
  places: z.array(
    z.strictObject({
      id: Id,
      name: z.string(),
      region: z.string(),
      lng: z.number(),
      lat: z.number(),
      countBooks: z.int(),
      state: described(
        'The furthest shelf state of the user’s books at the place: read, then reading, then want.',
        ShelfState,
      ),
    }),
  ),
  countries: described('Countries and territories, those with the most books first.', z.array(CountedName)),
  provinces: described('Provinces of China, those with the most books first.', z.array(CountedName)),
  centuries: described(
    'The centuries that the books tell of, the earliest first; a book counts in each of its centuries.',
    z.array(CountedCentury),
  ),
})
export type ShelfMap = z.infer<typeof ShelfMap>

const Globe = described('The globe with the places of the books, as an SVG document.', z.string())

const ReadingYear = z.strictObject({
  year: z.int(),
  isPublic: described('Whether others may see the poster of the year.', z.boolean()),
  years: described('The years in which the user has finished a book, the last first.', z.array(z.int())),
  countBooks: z.int(),
  months: described('The number of books that the user finished in each month, from January.', z.array(z.int())),
  books: z.array(
    z.strictObject({
      id: Id,
      title: z.string(),
      authors: z.array(z.string()),
      authorIds: AuthorIds,
      cover: z.nullable(z.string()),
      day: described('The day on which the user finished the book, as YYYY-MM-DD.', z.string()),
    }),
  ),
  map: ShelfMap,
  globe: Globe,
})
export type ReadingYear = z.infer<typeof ReadingYear>

const Year = z.int({ error: '年份须为四位数字' }).check(z.gte(1900, '年份太早了'), z.lte(2999, '年份太晚了'))
const MapVisibility = z.object({
  isPublic: described('Whether the public profile shows the map.', z.boolean({ error: '须为 true 或 false' })),
})

/** The calls about the map of the logged-in user's books. Other users see a published map in the user's profile. */
export const shelfMap = {
  show: endpoint({
    method: 'GET',
    path: '/user/map',
    access: 'reader',
    effect: 'read',
    timeout: 15,
    rate: 120,
    summary: 'Get the places of the books on the user’s shelf, and whether others may see them',
    input: z.object({
      state: described('Only the books with this shelf state; without it, all books.', z.optional(ShelfState)),
    }),
    output: z.strictObject({
      isPublic: described('Whether the public profile shows the map.', z.boolean()),
      map: ShelfMap,
      globe: Globe,
    }),
  }),
  setVisibility: endpoint({
    method: 'PUT',
    path: '/user/map',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Show the map of the user’s books on the public profile, or hide it',
    input: MapVisibility,
    output: z.null(),
  }),
  showYear: endpoint({
    method: 'POST',
    path: '/user/map/year',
    access: 'reader',
    effect: 'read',
    timeout: 15,
    rate: 120,
    summary: 'Get the books that the user finished in one year, by month, place and century',
    input: z.object({ year: Year }),
    output: ReadingYear,
  }),
  setYearVisibility: endpoint({
    method: 'PUT',
    path: '/user/map/year',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Show the poster of one year to others, at an address of its own and on the public profile, or hide it',
    input: z.object({
      year: Year,
      isPublic: described('Whether others may see the poster of the year.', z.boolean({ error: '须为 true 或 false' })),
    }),
    output: z.null(),
  }),
  poster: endpoint({
    method: 'POST',
    path: '/user/map/poster',
    access: 'reader',
    effect: 'read',
    timeout: 15,
    rate: 20,
    summary: 'Draw the user’s map, or their books of one year, as a poster of 1080 × 1440 pixels',
    input: z.object({
      year: described('The year of the poster; without it, the poster shows all books.', z.optional(Year)),
    }),
    output: z.strictObject({
      svg: described('The poster as an SVG document.', z.string()),
      png: described('The poster as a PNG, in base64.', z.string()),
    }),
  }),
}

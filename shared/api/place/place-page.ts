import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { continents } from '#shared/continent.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { pageOf, paging } from '#shared/api/paging.ts'
import { LifeYear } from '#shared/api/year.ts'
import { Id, name } from '#shared/api/text.ts'
import { PassingTour } from './tour.ts'

/** The kinds of further names of places: 旧称 (old), 外文名 (foreign) and 别名 (other). */
export const PlaceNameKind = described(
  'The kind of a name: a former one, one in another language, or another one.',
  z.enum(['old', 'foreign', 'other'], { error: '没有这种名字' }),
)
export type PlaceNameKind = z.infer<typeof PlaceNameKind>

/** A further name of a place. */
export const PlaceName = z.strictObject({ name: z.string(), kind: PlaceNameKind })
export type PlaceName = z.infer<typeof PlaceName>

/** A person who was born, lived or died at a place. */
export const PersonOfPlace = z.strictObject({
  id: Id,
  name: z.string(),
  born: z.nullable(LifeYear),
  died: z.nullable(LifeYear),
})
export type PersonOfPlace = z.infer<typeof PersonOfPlace>

/** At most 48 people for each of the three relations, sorted by their year of birth. */
const PeopleOfPlace = z.strictObject({
  born: z.array(PersonOfPlace),
  lived: z.array(PersonOfPlace),
  died: z.array(PersonOfPlace),
})

/** How a person is connected with a place: 生于此 (born), 居于此 (lived) or 逝于此 (died). */
export const PlacePeopleKind = z.enum(['born', 'lived', 'died'], { error: '没有这种关系' })
export type PlacePeopleKind = z.infer<typeof PlacePeopleKind>

/** A place that has books and lies near the place of the page. */
export const NearbyPlace = z.strictObject({
  id: Id,
  name: z.string(),
  region: z.string(),
  lng: z.number(),
  lat: z.number(),
  countBooks: z.int(),
  kilometres: described('The distance in kilometres, rounded.', z.int()),
})
export type NearbyPlace = z.infer<typeof NearbyPlace>

/** A historical route that passes a place, with books about the route. */
export const PassingRoute = z.strictObject({
  id: Id,
  name: z.string(),
  period: z.string(),
  books: z.array(z.strictObject({ id: Id, title: z.string() })),
})
export type PassingRoute = z.infer<typeof PassingRoute>

export const PlacePage = z.strictObject({
  id: Id,
  name: z.string(),
  names: z.array(PlaceName),
  region: z.string(),
  continent: z.enum(continents),
  lng: z.number(),
  lat: z.number(),
  countBooks: described('Number of books that write about the place.', z.int()),
  people: PeopleOfPlace,
  countPeople: described(
    'Number of all people of each relation, at most 10,001.',
    z.strictObject({ born: z.int(), lived: z.int(), died: z.int() }),
  ),
  nearby: described('Up to twelve places with books within 300 kilometres, the nearest first.', z.array(NearbyPlace)),
  tours: z.array(
    z.extend(PassingTour, {
      text: described('The text of the stop, which tells of the place.', z.string()),
      isIntroduction: described('Whether the text can be read without the tour.', z.boolean()),
    }),
  ),
  routes: z.array(PassingRoute),
})
export type PlacePage = z.infer<typeof PlacePage>

/** The API calls for the page of a place. Their names begin with `place.`, as those in `place.ts` do. */
export const placePage = {
  show: endpoint({
    method: 'GET',
    path: '/place/{id}',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: 600,
    summary:
      'Get one place with its names, people, neighbours, tours and routes; the id of a merged place returns the place it was merged into',
    input: z.object({ id: Id }),
    output: PlacePage,
  }),
  people: endpoint({
    method: 'POST',
    path: '/place/people',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: 300,
    summary: 'List the people who were born, lived or died at a place, by their year of birth, in pages',
    input: z.object({ id: Id, kind: PlacePeopleKind, ...paging }),
    output: pageOf(PersonOfPlace),
  }),
  named: endpoint({
    method: 'GET',
    path: '/place/named/{name}',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: 600,
    summary: 'Get the id of the place with a name, a former name or a further name',
    input: z.object({ name: name(60) }),
    output: z.strictObject({ id: Id, name: z.string() }),
  }),
}

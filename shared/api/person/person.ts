import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { LifeYear } from '#shared/api/year.ts'
import { BookRole } from '#shared/api/book/book.ts'
import { PassingTour } from '#shared/api/place/tour.ts'
import { Id } from '#shared/api/text.ts'

export const PersonNameKind = described(
  'The kind of a name: 本名, 字, 号, 笔名, 原文名 or 译名.',
  z.enum(['birth', 'courtesy', 'art', 'pen', 'original', 'translated'], { error: '没有这种名字' }),
)
export type PersonNameKind = z.infer<typeof PersonNameKind>

/** A further name of a person: 本名, 字, 号, 笔名, 原文名 or 译名. */
export const PersonName = z.strictObject({ name: z.string(), kind: PersonNameKind })
export type PersonName = z.infer<typeof PersonName>

export const LifePlaceKind = z.enum(['born', 'lived', 'died'], { error: '只能是出生、居留或去世' })
export type LifePlaceKind = z.infer<typeof LifePlaceKind>

/** A place where a person was born, lived or died. */
export const LifePlace = z.strictObject({
  placeId: Id,
  name: z.string(),
  region: z.string(),
  lng: z.number(),
  lat: z.number(),
  kind: LifePlaceKind,
  from: described(
    'The first and the last year that the person was at the place; null where unknown.',
    z.nullable(z.int()),
  ),
  to: z.nullable(z.int()),
})
export type LifePlace = z.infer<typeof LifePlace>

/** Another person who lived at one of the person's places in the same years, with this place and these years. */
export const Contemporary = z.strictObject({
  id: Id,
  name: z.string(),
  place: z.strictObject({ id: Id, name: z.string() }),
  from: z.int(),
  to: z.int(),
})
export type Contemporary = z.infer<typeof Contemporary>

/** A place of one of a person's books, as the map on their page shows it. */
export const WorkPlace = z.strictObject({
  placeId: Id,
  name: z.string(),
  lng: z.number(),
  lat: z.number(),
  book: described('The person’s most popular book at the place.', z.strictObject({ id: Id, title: z.string() })),
})
export type WorkPlace = z.infer<typeof WorkPlace>

/** An author, translator, editor or illustrator, as their page shows them. */
export const Person = z.strictObject({
  id: Id,
  name: z.string(),
  names: z.array(PersonName),
  born: z.nullable(LifeYear),
  died: z.nullable(LifeYear),
  ancestral: described('Where the family came from (籍贯), if it is not the birthplace.', z.nullable(z.string())),
  desc: z.string(),
  places: described('The places of the person’s life, in order.', z.array(LifePlace)),
  workPlaces: z.array(WorkPlace),
  works: described(
    'The number of books by role, at most one more than `maxCountedBooks`; roles without books are left out.',
    z.array(z.strictObject({ role: BookRole, count: z.int() })),
  ),
  contemporaries: z.array(Contemporary),
  tours: z.array(PassingTour),
})
export type Person = z.infer<typeof Person>

export const person = {
  show: endpoint({
    method: 'GET',
    path: '/person/{id}',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'Get one person; the id of a merged person returns the person they were merged into',
    input: z.object({ id: Id }),
    output: Person,
  }),
}

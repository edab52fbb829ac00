import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { isCountry } from '#shared/country.ts'
import { provinces } from '#shared/province.ts'
import { Id, name, text } from '#shared/api/text.ts'
import { PlaceKind, Spot } from './place.ts'

/** The region of a new place: a province for China, a country elsewhere, or neither if the country is disputed. */
export const RegionCode = z
  .object({
    country: described(
      'The ISO 3166-1 code of the country; null where the country is disputed.',
      z.nullable(
        z
          .string()
          .check(
            z.regex(/^[A-Z]{2}$/, { error: '须为两位国家代码', abort: true }),
            z.refine(isCountry, '没有这个国家或地区'),
          ),
      ),
    ),
    province: described(
      'The province-level division of a place in China, null elsewhere.',
      z.nullable(z.enum(provinces, { error: '没有这个省份' })),
    ),
  })
  .check(
    z.refine(({ country, province }) => (country === 'CN') === (province !== null), '中国的地方须选省份，其他不选'),
  )
export type RegionCode = z.infer<typeof RegionCode>

/** The sentence about a place as an editor enters it. */
const DraftSentence = z.object({
  text: text(2, 60),
  quotedFrom: described(
    'The poem, chapter or page from which the sentence is quoted; null if it is in the words of the site.',
    z._default(z.nullable(text(1, 60)), null),
  ),
})

const enteredFields = {
  placeId: described('The id of an existing place; null for a new one.', z.nullable(Id)),
  name: name(30),
  ...Spot,
  region: described('The region of a new place; null for an existing place.', z.nullable(RegionCode)),
}

/** A place as an editor enters it: an existing place, or a new one, which must have a region. */
export const EnteredPlace = z.object(enteredFields)
export type EnteredPlace = z.infer<typeof EnteredPlace>

/** A place of a book or video as an editor enters it. */
export const DraftPlace = z.object({
  ...enteredFields,
  kind: PlaceKind,
  sentence: described('What the book or video tells of the place.', z._default(z.nullable(DraftSentence), null)),
})
export type DraftPlace = z.infer<typeof DraftPlace>

/** A stored place of a person, book or video, with which an editor's form is filled. */
export const StoredPlace = z.strictObject({
  placeId: z.nullable(Id),
  name: z.string(),
  ...Spot,
  region: z.nullable(z.strictObject({ country: z.nullable(z.string()), province: z.nullable(z.enum(provinces)) })),
})

import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { isCountry } from '#shared/country.ts'
import { provinces } from '#shared/province.ts'
import { Id, name } from '#shared/api/text.ts'
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

/** A place of a book: an existing place, or a new one, which must have a region. */
export const DraftPlace = z.object({
  placeId: described('The id of an existing place; null for a new one.', z.nullable(Id)),
  name: name(30),
  ...Spot,
  kind: PlaceKind,
  region: described('The region of a new place; null for an existing place.', z.nullable(RegionCode)),
})
export type DraftPlace = z.infer<typeof DraftPlace>

/** A stored place of a book, with which an editor's form is filled. */
export const StoredPlace = z.strictObject({
  placeId: z.nullable(Id),
  name: z.string(),
  ...Spot,
  kind: PlaceKind,
  region: z.nullable(z.strictObject({ country: z.nullable(z.string()), province: z.nullable(z.enum(provinces)) })),
})

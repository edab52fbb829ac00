import { z } from 'zod'
import { voices } from '#shared/api/book/book.ts'
import { PlaceNameKind } from '#shared/api/place/place-page.ts'
import { isIsbn13 } from '#shared/isbn.ts'
import { provinces } from '#shared/province.ts'
import { CatalogCover } from './cover-files.ts'

/** Limits the length of a text in characters (code points) instead of UTF-16 units. */
export const length = (text: string) => [...text].length
export const text = (min: number, max: number) =>
  z
    .string()
    .trim()
    .refine((value) => length(value) >= min && length(value) <= max, { error: `须为 ${min}–${max} 字` })

export const CatalogKey = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: '须为小写拼音或英文，以连字符相连' })

/**
 * Fields that only an exported catalogue has: the id of an entry and the time when it was added. A new site creates the
 * entry with this id, so that the URL of its page stays the same.
 */
export const exported = { id: z.uuid().optional(), createTime: z.iso.datetime().optional() }

export const year = z.int().min(-5000).max(2100)
const placeNames = z.array(text(1, 60)).min(1)

export const CatalogPlace = z
  .strictObject({
    id: exported.id,
    lng: z.number().min(-180).max(180),
    lat: z.number().min(-90).max(90),
    /** The code of the place's country; omitted for a place in a disputed country. */
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, { error: '须为两位国家代码' })
      .optional(),
    province: z.enum(provinces).optional(),
    /** Further names of the place: former ones, foreign ones, and others. */
    old: placeNames.optional(),
    foreign: placeNames.optional(),
    other: placeNames.optional(),
    /**
     * In an exported catalogue, all further names in their order. This field replaces `old`, `foreign` and `other` if
     * these cannot express the order.
     */
    namesInOrder: z.array(z.strictObject({ name: text(1, 60), kind: z.enum(PlaceNameKind.options) })).optional(),
  })
  .refine((place) => (place.country === 'CN') === (place.province !== undefined), {
    error: '中国的地点须写省份，其他不写',
  })
export type CatalogPlace = z.infer<typeof CatalogPlace>

export const CatalogTags = z.strictObject({
  form: z.array(text(1, 12)),
  subject: z.array(text(1, 12)),
  era: z.array(text(1, 12)),
  region: z.array(text(1, 12)),
})
export type CatalogTags = z.infer<typeof CatalogTags>

export const CatalogAliases = z.record(text(1, 60), z.array(text(1, 60)).min(1))

const names = z.array(text(1, 60)).max(8)
const languageCode = z.string().regex(/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/, { error: '须为语言代码' })

/** An edition of a book. The first edition of a book is the main one. */
export const CatalogEdition = z.strictObject({
  id: exported.id,
  title: text(1, 100).optional(),
  translators: names.default([]),
  editors: names.default([]),
  illustrators: names.default([]),
  translatedFrom: languageCode.optional(),
  publisher: text(1, 60).optional(),
  year: year.optional(),
  isbn13: z.string().refine(isIsbn13, { error: '校验位不对' }).optional(),
  pages: z.int().min(1).max(20000).optional(),
  language: languageCode.default('zh'),
  cover: CatalogCover.optional(),
  source: text(1, 200).optional(),
})
export type CatalogEdition = z.infer<typeof CatalogEdition>

/** A sentence of our own about a place of a book, or a quotation and the piece that it is from. */
const CatalogSentence = z.union([text(1, 60), z.strictObject({ quote: text(1, 60), from: text(1, 60) })], {
  error: '须为一句话，或 quote 和 from',
})

/** Places with what the book or video tells of each, or null; a list of names stands for places without sentences. */
const PlacesOfKind = z
  .union([placeNames, z.record(text(1, 60), CatalogSentence.nullable())])
  .transform((places) =>
    Object.entries(Array.isArray(places) ? Object.fromEntries(places.map((name) => [name, null])) : places).map(
      ([name, sentence]) => ({ name, ...columnsOfSentence(sentence) }),
    ),
  )

function columnsOfSentence(sentence: z.infer<typeof CatalogSentence> | null) {
  if (sentence === null || typeof sentence === 'string') return { sentence, quotedFrom: null }
  return { sentence: sentence.quote, quotedFrom: sentence.from }
}

/** The places of a book or video, by the way in which it is connected with them. */
export const CatalogPlaces = z.strictObject({
  setting: PlacesOfKind.optional(),
  subject: PlacesOfKind.optional(),
  author: PlacesOfKind.optional(),
  written: PlacesOfKind.optional(),
})
export type CatalogPlaces = z.infer<typeof CatalogPlaces>

export const CatalogBook = z.strictObject({
  key: CatalogKey,
  ...exported,
  title: text(1, 100),
  subtitle: text(1, 100).optional(),
  originalTitle: text(1, 200).optional(),
  originalLanguage: languageCode.optional(),
  authors: names.min(1),
  publishedYear: year.optional(),
  editions: z.array(CatalogEdition).max(50).default([]),
  desc: text(0, 1000),
  /** Why the editors recommend the book. */
  reason: text(1, 2000).optional(),
  /** The editorial column in which they recommend it. */
  voice: z.enum(voices).optional(),
  tags: z.array(z.string()),
  era: z
    .tuple([year, year])
    .refine(([from, to]) => from <= to, { error: '起年不能晚于止年' })
    .optional(),
  places: CatalogPlaces,
  cover: CatalogCover.optional(),
  free: text(8, 120).optional(),
})
export type CatalogBook = z.infer<typeof CatalogBook>

/** Returns the names of all places that are connected with a book in any way, for example as the author's home. */
export function listBookPlaceNames({ places }: CatalogBook): string[] {
  return Object.values(places).flatMap((some = []) => some.map(({ name }) => name))
}

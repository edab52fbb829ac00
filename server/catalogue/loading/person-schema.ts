import { z } from 'zod'
import { RelationKind } from '#shared/api/book/relation.ts'
import { PersonNameKind } from '#shared/api/person/person.ts'
import { CatalogKey, exported, text, year } from './catalog-schema.ts'

const placeName = text(1, 30)
const otherNames = z.array(text(1, 60)).optional()

/** The year and the place of a person's birth or death; either may be unknown. */
const LifeEnd = z.strictObject({
  year: year.optional(),
  /** Whether sources say that the year is approximate (约). */
  circa: z.boolean().optional(),
  place: placeName.optional(),
})

/** The first and the last year of a stay at a place; either may be unknown. */
const span = { from: year.optional(), to: year.optional() }
const isInOrder = ({ from, to }: { from?: number | undefined; to?: number | undefined }) =>
  from === undefined || to === undefined || from <= to
const wrongOrder = { error: '起年不能晚于止年' }

/** A person of the catalogue: an author, translator, editor or illustrator. */
export const CatalogPerson = z
  .strictObject({
    key: CatalogKey,
    ...exported,
    name: text(1, 60),
    names: z
      .strictObject({
        birth: otherNames,
        courtesy: otherNames,
        art: otherNames,
        pen: otherNames,
        original: otherNames,
        translated: otherNames,
      })
      .optional(),
    /**
     * In an exported catalogue, all further names in their order. Replaces `names` if that cannot express the order.
     */
    namesInOrder: z.array(z.strictObject({ name: text(1, 60), kind: z.enum(PersonNameKind.options) })).optional(),
    born: LifeEnd.optional(),
    died: LifeEnd.optional(),
    lived: z.array(z.strictObject({ place: placeName, ...span }).refine(isInOrder, wrongOrder)).optional(),
    /**
     * In an exported catalogue, all places of the person's life in their order. This field replaces `lived` and the
     * places of birth and death if these cannot express the order or the years.
     */
    life: z
      .array(
        z
          .strictObject({ kind: z.enum(['born', 'lived', 'died']), place: placeName, ...span })
          .refine(isInOrder, wrongOrder),
      )
      .optional(),
    ancestral: text(1, 30).optional(),
    desc: text(0, 1000).default(''),
  })
  .refine(({ born, died }) => born?.year === undefined || died?.year === undefined || born.year <= died.year, {
    error: '生年不能晚于卒年',
  })
export type CatalogPerson = z.infer<typeof CatalogPerson>

/** A relation between two books of the catalogue, given by their keys. */
export const CatalogRelation = z.strictObject({
  from: CatalogKey,
  kind: z.enum(RelationKind.options),
  to: CatalogKey,
  sentence: text(8, 100),
})
export type CatalogRelation = z.infer<typeof CatalogRelation>

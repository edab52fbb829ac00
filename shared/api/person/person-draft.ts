import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { EnteredPlace, StoredPlace } from '#shared/api/place/place-draft.ts'
import { name, text } from '#shared/api/text.ts'
import { LifeYear, Year } from '#shared/api/year.ts'
import { LifePlaceKind, PersonName, PersonNameKind } from './person.ts'

const DraftLifeYear = z.nullable(
  z.object({ year: Year, circa: described('Whether sources say 约.', z._default(z.boolean(), false)) }),
)

/** A further name of a person as editors enter it. */
const DraftPersonName = z.object({ name: name(60), kind: PersonNameKind })

/** A place of a person's life as editors enter it: an existing place, or a new one, which must have a region. */
export const DraftLifePlace = z
  .object({
    ...EnteredPlace.shape,
    kind: LifePlaceKind,
    from: described('The first year that the person was at the place.', z._default(z.nullable(Year), null)),
    to: described('The last year that the person was at the place.', z._default(z.nullable(Year), null)),
  })
  .check(z.refine(({ from, to }) => from === null || to === null || from <= to, '起年不能晚于止年'))
export type DraftLifePlace = z.infer<typeof DraftLifePlace>

const DraftNames = z.array(DraftPersonName).check(
  z.maxLength(60, '最多 60 个名字'),
  z.refine((names) => new Set(names.map(({ name }) => name)).size === names.length, '有一个名字写了两遍'),
)

const DraftLife = z.array(DraftLifePlace).check(
  z.maxLength(20, '最多 20 处地方'),
  z.refine((places) => countOf(places, 'born') < 2, '出生的地方只能有一处'),
  z.refine((places) => countOf(places, 'died') < 2, '去世的地方只能有一处'),
)

const countOf = (places: { kind: LifePlaceKind }[], wanted: LifePlaceKind) =>
  places.filter(({ kind }) => kind === wanted).length

/** All fields of a person that an editor can change. */
export const PersonDraft = z
  .object({
    name: described('The name under which users know the person; no other person has it.', name(60)),
    names: described('Further names of the person, in order.', z._default(DraftNames, [])),
    born: z._default(DraftLifeYear, null),
    died: z._default(DraftLifeYear, null),
    ancestral: described(
      'Where the family came from (籍贯), if it is not the birthplace.',
      z._default(z.nullable(text(1, 30)), null),
    ),
    places: described('The places of the person’s life, in order.', z._default(DraftLife, [])),
    desc: z._default(text(0, 400), ''),
  })
  .check(
    z.refine(({ born, died }) => born === null || died === null || born.year <= died.year, {
      error: '生年不能晚于卒年',
      path: ['died'],
    }),
    z.refine(({ name, names }) => names.every((further) => further.name !== name), {
      error: '常用的名字不用再写一遍',
      path: ['names'],
    }),
  )
export type PersonDraft = z.infer<typeof PersonDraft>

/**
 * The fields of a stored person, with which an editor's form is filled. They need not follow the rules of
 * `PersonDraft`: after a merge a person may have more names and places than an editor may enter.
 */
export const StoredPerson = z.strictObject({
  name: z.string(),
  names: z.array(PersonName),
  born: z.nullable(LifeYear),
  died: z.nullable(LifeYear),
  ancestral: z.nullable(z.string()),
  places: z.array(
    z.strictObject({
      ...StoredPlace.shape,
      kind: LifePlaceKind,
      from: z.nullable(z.int()),
      to: z.nullable(z.int()),
    }),
  ),
  desc: z.string(),
})

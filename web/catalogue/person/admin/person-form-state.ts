import type { DraftLifePlace, PersonDraft } from '#shared/api/person/person-draft.ts'
import { fieldText, isWholeNumber, numberOrNull, textOrNull } from '#web/ui/form-text.ts'

/** A place of a person's life in the state of a form. The years are the typed text until the form is submitted. */
export type FormLifePlace = Omit<DraftLifePlace, 'from' | 'to'> & { from: string; to: string }

/** The state of the form with which an editor changes a person. */
export interface PersonForm extends Pick<PersonDraft, 'name' | 'names' | 'desc'> {
  bornYear: string
  bornCirca: boolean
  diedYear: string
  diedCirca: boolean
  ancestral: string
  places: FormLifePlace[]
}

/** State of the form for a new person. */
export const emptyPersonForm: PersonForm = {
  name: '',
  names: [],
  bornYear: '',
  bornCirca: false,
  diedYear: '',
  diedCirca: false,
  ancestral: '',
  desc: '',
  places: [],
}

/** Returns the state of the form for editing an existing person. */
export function personFormOf({ born, died, ancestral, places, ...same }: PersonDraft): PersonForm {
  return {
    ...same,
    bornYear: fieldText(born?.year ?? null),
    bornCirca: born?.circa ?? false,
    diedYear: fieldText(died?.year ?? null),
    diedCirca: died?.circa ?? false,
    ancestral: fieldText(ancestral),
    places: places.map(({ from, to, ...place }) => ({ ...place, from: fieldText(from), to: fieldText(to) })),
  }
}

/** Returns whether all years in the form of a person can be converted to numbers. */
export function hasOnlyYears({ bornYear, diedYear, places }: PersonForm): boolean {
  return [bornYear, diedYear, ...places.flatMap(({ from, to }) => [from, to])].every(isWholeNumber)
}

/** Converts the state of the form to the input of the API call that saves the person. */
export function personDraftOf(form: PersonForm): PersonDraft {
  const lifeYear = (text: string, circa: boolean) => {
    const year = numberOrNull(text)
    return year === null ? null : { year, circa }
  }
  return {
    name: form.name,
    names: form.names.filter(({ name }) => name.trim() !== ''),
    born: lifeYear(form.bornYear, form.bornCirca),
    died: lifeYear(form.diedYear, form.diedCirca),
    ancestral: textOrNull(form.ancestral),
    desc: form.desc,
    places: form.places.map(({ from, to, ...place }) => ({ ...place, from: numberOrNull(from), to: numberOrNull(to) })),
  }
}

/** The Chinese labels of the form's fields, for messages about concurrent changes. */
export const fieldLabels: Record<keyof PersonForm, string> = {
  name: '名字',
  names: '其他名字',
  bornYear: '生年',
  bornCirca: '生年约数',
  diedYear: '卒年',
  diedCirca: '卒年约数',
  ancestral: '籍贯',
  desc: '介绍',
  places: '地方',
}

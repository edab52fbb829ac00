import type { PlaceName, PlaceNameKind } from '#shared/api/place/place-page.ts'

/** The further names of a place in the form: one text for each kind of name, with 、 between the names. */
export type NamesByKind = Record<PlaceNameKind, string>

export const kindsOfNames: PlaceNameKind[] = ['old', 'foreign', 'other']

/** Returns the further names of a place as the fields of the form show them, one text for each kind. */
export function namesByKind(names: PlaceName[]): NamesByKind {
  const ofKind = (wanted: PlaceNameKind) =>
    names
      .filter(({ kind }) => kind === wanted)
      .map(({ name }) => name)
      .join('、')
  return { old: ofKind('old'), foreign: ofKind('foreign'), other: ofKind('other') }
}

/** Returns the further names in the fields of the form as a list, each with its kind. */
export function readNames(texts: NamesByKind): PlaceName[] {
  const split = (text: string) => text.split(/[、，；;]/).map((name) => name.trim())
  return kindsOfNames.flatMap((kind) => split(texts[kind]).flatMap((name) => (name === '' ? [] : { name, kind })))
}

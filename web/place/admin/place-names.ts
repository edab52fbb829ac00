import type { PlaceName, PlaceNameKind } from '#shared/api/place/place-page.ts'

/** The further names of a place as the form has them: for each kind one text, with 、 between names. */
export type NamesByKind = Record<PlaceNameKind, string>

export const placeNameKinds: { kind: PlaceNameKind; label: string }[] = [
  { kind: 'old', label: '旧称' },
  { kind: 'foreign', label: '外文名' },
  { kind: 'other', label: '别名' },
]

export function namesByKind(names: PlaceName[]): NamesByKind {
  const ofKind = (wanted: PlaceNameKind) =>
    names
      .filter(({ kind }) => kind === wanted)
      .map(({ name }) => name)
      .join('、')
  return { old: ofKind('old'), foreign: ofKind('foreign'), other: ofKind('other') }
}

/** Returns the names in a text of the form. */
export function readNames(text: string): string[] {
  return text
    .split(/[、，；;]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

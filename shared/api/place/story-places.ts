import type { PlaceKind } from './place.ts'

/** Returns whether a book writes about a place of this kind. The other kinds belong to the life of the author. */
export function isStoryKind(kind: PlaceKind): boolean {
  return kind === 'setting' || kind === 'subject'
}

/** Returns the places that a book writes about, without those of the life of its author. */
export function storyPlaces<T extends { kind: PlaceKind }>(places: T[]): T[] {
  return places.filter(({ kind }) => isStoryKind(kind))
}

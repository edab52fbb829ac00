import { versionOf } from '#server/editing/draft-version.ts'
import { takeUpMerge } from '#server/editing/find-merge.ts'
import { partNamed } from '#server/editing/merge-named.ts'
import type { Undo } from '#server/editing/undo-edit.ts'
import { bringPlaceBack, type PlaceDraft, removePlace, updatePlace } from './edit-place.ts'
import { mergedPlaces } from './merge-places.ts'

export const placeUndos: Record<string, Undo> = {
  'place.create': (db, editorId, { auditId, targetId }) => removePlace(db, { editorId, undoes: auditId }, targetId),
  'place.update': (db, editorId, { auditId, targetId: id, detail }) => {
    const { before, after } = detail as { before: PlaceDraft; after: PlaceDraft }
    return updatePlace(db, { editorId, undoes: auditId }, { id, version: versionOf(after), after: before })
  },
  'place.remove': (db, editorId, { auditId, targetId, detail }) =>
    bringPlaceBack(db, { editorId, undoes: auditId }, targetId, detail['before'] as PlaceDraft),
  'place.merge': async (db, editorId, { auditId }) =>
    partNamed(db, editorId, mergedPlaces, await takeUpMerge(db, auditId)),
}

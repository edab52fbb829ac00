import { versionOf } from '#server/catalogue/editing/draft-version.ts'
import { lockMerge } from '#server/catalogue/editing/lock-merge.ts'
import { unmergeNamed } from '#server/catalogue/editing/merge-named.ts'
import type { Undo } from '#server/catalogue/editing/undo-edit.ts'
import { createPlace, type PlaceDraft, removePlace, updatePlace } from './edit-place.ts'
import { mergedPlaces } from './merge-places.ts'
import { listPlaceNames } from './write-place-names.ts'

export const placeUndos: Record<string, Undo> = {
  'place.create': (db, editorId, { auditId, targetId }) => removePlace(db, { editorId, undoes: auditId }, targetId),
  'place.update': async (db, editorId, { auditId, targetId: id, detail }) => {
    const { before, after } = detail as { before: PlaceDraft; after: PlaceDraft }
    const names = after.names ?? (await listPlaceNames(db, id))
    const version = versionOf({ ...after, names })
    return updatePlace(db, { editorId, undoes: auditId }, { id, version, after: before })
  },
  'place.remove': (db, editorId, { auditId, targetId, detail }) =>
    createPlace(db, { editorId, undoes: auditId }, targetId, detail['before'] as PlaceDraft),
  'place.merge': async (db, editorId, { auditId }) =>
    unmergeNamed(db, editorId, mergedPlaces, await lockMerge(db, auditId)),
}

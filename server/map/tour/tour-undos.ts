import type { TourDraft } from '#shared/api/place/tour-admin.ts'
import { versionOf } from '#server/catalogue/editing/draft-version.ts'
import type { Undo } from '#server/catalogue/editing/undo-edit.ts'
import { createTour, removeTour, updateTour } from './edit-tour.ts'

export const tourUndos: Record<string, Undo> = {
  'tour.create': (db, editorId, { auditId, targetId }) => removeTour(db, { editorId, undoes: auditId }, targetId),
  'tour.update': (db, editorId, { auditId, targetId: id, detail }) => {
    const { before, after } = detail as { before: TourDraft; after: TourDraft }
    return updateTour(db, { editorId, undoes: auditId }, { id, version: versionOf(after), after: before })
  },
  'tour.remove': (db, editorId, { auditId, targetId: id, detail }) => {
    const { before, catalogKey } = detail as { before: TourDraft; catalogKey: string | null }
    return createTour(db, { editorId, undoes: auditId }, before, { id, catalogKey })
  },
}

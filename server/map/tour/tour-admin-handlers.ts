import { fail } from '#shared/api/failure.ts'
import type { tourAdmin } from '#shared/api/place/tour-admin.ts'
import { asEditor } from '#server/catalogue/editing/as-editor.ts'
import { versionOf } from '#server/catalogue/editing/draft-version.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { createTour, removeTour, updateTour } from './edit-tour.ts'
import { findTourDraft, nameStops } from './tour-drafts.ts'

export const tourAdminHandlers: NounHandlers<typeof tourAdmin> = {
  async inspect({ id }, { db }) {
    const tour = (await findTourDraft(db, id)) ?? fail('missing', '没有这条漫游，它可能已被移除')
    return { id, version: versionOf(tour), tour, names: await nameStops(db, tour) }
  },

  create: ({ tour }, context) => asEditor(context, (db, editing) => createTour(db, editing, tour)),

  update: ({ id, version, tour }, context) =>
    asEditor(context, (db, editing) => updateTour(db, editing, { id, version, after: tour })),

  remove: ({ id }, context) => asEditor(context, (db, editing) => removeTour(db, editing, id)),
}

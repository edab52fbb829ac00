import { v7 as newId } from 'uuid'
import type { placeAdmin } from '#shared/api/place/place-admin.ts'
import { asEditor } from '#server/catalogue/editing/as-editor.ts'
import { mergeNamed } from '#server/catalogue/editing/merge-named.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { createPlace, removePlace, updatePlace } from './edit-place.ts'
import { mergedPlaces } from './merge-places.ts'
import { countPlaceAdminRows, listPlaceAdminRows } from './place-admin-queries.ts'

export const placeAdminHandlers: NounHandlers<typeof placeAdmin> = {
  async adminList(request, { db }) {
    const [page, total] = await Promise.all([listPlaceAdminRows(db, request), countPlaceAdminRows(db, request.query)])
    return { ...page, total }
  },

  create: ({ region, ...place }, context) =>
    asEditor(context, (db, editing) => createPlace(db, editing, newId(), { ...place, ...region })),

  update: ({ id, version, name, lng, lat, region, names }, context) =>
    asEditor(context, (db, editing) =>
      updatePlace(db, editing, { id, version, after: { name, lng, lat, ...region, names } }),
    ),

  remove: ({ id }, context) => asEditor(context, (db, editing) => removePlace(db, editing, id)),

  merge: (pair, context) => asEditor(context, (db, editing) => mergeNamed(db, editing.editorId, mergedPlaces, pair)),
}

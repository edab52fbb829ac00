import type { editionAdmin } from '#shared/api/book/edition-admin.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { asEditor } from '#server/catalogue/editing/as-editor.ts'
import { mergeEditions } from './merge-editions.ts'
import { moveEdition } from './move-edition.ts'
import { splitEdition } from './split-edition.ts'

export const editionAdminHandlers: NounHandlers<typeof editionAdmin> = {
  split: (seen, context) => asEditor(context, (db, editing) => splitEdition(db, editing, seen)),
  move: (seen, context) => asEditor(context, (db, editing) => moveEdition(db, editing, seen)),
  merge: (pair, context) => asEditor(context, (db, editing) => mergeEditions(db, editing, pair)),
}

import { resolve } from 'node:path'
import { loadCatalog } from '#server/catalogue/loading/load-catalog.ts'
import type { Db } from '#server/platform/db/schema.ts'

/**
 * Loads the catalogue into the database again, as the site does at a start after some of its books have changed.
 */
export async function reloadCatalog(db: Db) {
  await db.deleteFrom('setting').where('name', '=', 'catalog').execute()
  await db.updateTable('book').set({ catalogHash: 'another' }).where('title', 'in', ['边城', '长河', '受戒']).execute()
  await loadCatalog(db, resolve(import.meta.dirname, '../catalog'), '知图')
}

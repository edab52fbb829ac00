import type { Db } from '#server/platform/db/schema.ts'
import { createFolderStore } from './folder-store.ts'
import { uploadsThroughSite } from './site-uploads.ts'
import type { Storage } from './storage.ts'

/**
 * Creates an object store that keeps objects as files in a folder, for one machine or for several machines that share
 * the folder.
 */
export function createLocalStorage(directory: string, db: Db): Storage {
  return { ...createFolderStore(directory), ...uploadsThroughSite(db) }
}

import { join } from 'node:path'
import type { Db } from '#server/db/schema.ts'
import { createCosStorage, type CosSettings } from './cos-storage.ts'
import { createLocalStorage } from './local-storage.ts'
import type { Storage } from './storage.ts'

/** The object store the operator chose, else the site's own. */
export function openStorage(
  db: Db,
  { cos, dataDirectory }: { cos: CosSettings | null; dataDirectory: string },
): Storage {
  return cos ? createCosStorage(cos) : createLocalStorage(join(dataDirectory, 'storage'), db)
}

import { join } from 'node:path'
import type { Db } from '#server/db/schema.ts'
import { createCosStorage } from './cos-storage.ts'
import type { CosSettings } from './cos-request.ts'
import { createLocalStorage } from './local-storage.ts'
import type { Storage } from './storage.ts'

/** Opens the object store that the operator has configured, or the site's own store. */
export function openStorage(
  db: Db,
  { cos, dataDirectory }: { cos: CosSettings | null; dataDirectory: string },
): Storage {
  return cos ? createCosStorage(cos) : createLocalStorage(join(dataDirectory, 'storage'), db)
}

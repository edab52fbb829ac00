import { createHash } from 'node:crypto'

/**
 * Returns the hash of an entry of the catalogue's files, which tells whether the entry has changed since it was loaded
 * into the database.
 */
export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

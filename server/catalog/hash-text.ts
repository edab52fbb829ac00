import { createHash } from 'node:crypto'

/** Tells whether an entry of the catalogue is as it was when it was loaded. */
export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

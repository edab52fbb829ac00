/**
 * Returns a form of a path that is equal for all paths which differ only in upper and lower case or in their Unicode
 * normal form, because archives made on other systems may spell a file name in these different ways.
 */
export function foldPath(path: string): string {
  return path.normalize('NFC').toLowerCase()
}

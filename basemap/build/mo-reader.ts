import { existsSync, readFileSync } from 'node:fs'

/**
 * Reads a compiled gettext catalogue (.mo file) and returns its translations by original text; the map is empty if the
 * language has no file.
 */
export function readTranslations(file: string): Map<string, string> {
  const translations = new Map<string, string>()
  if (!existsSync(file)) return translations
  const bytes = readFileSync(file)
  const [count, originals, translated] = [8, 12, 16].map((at) => bytes.readUInt32LE(at)) as [number, number, number]
  const text = (entry: number) => {
    const start = bytes.readUInt32LE(entry + 4)
    return bytes.toString('utf8', start, start + bytes.readUInt32LE(entry))
  }
  for (let index = 0; index < count; index++)
    translations.set(text(originals + index * 8), text(translated + index * 8).trim())
  return translations
}

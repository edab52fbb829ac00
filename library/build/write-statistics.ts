import { readFileSync, writeFileSync } from 'node:fs'
import type { ShippedText } from '#server/reading/library/shipped-texts.ts'

const start = '<!-- statistics -->'
const end = '<!-- /statistics -->'

/**
 * Writes a table of the editions into the README at `file`. Its column `collated` counts the poems of each text that
 * another collection of the source package has too, and that the build therefore compares; `collated` has these counts
 * by the key of the text.
 */
export function writeStatistics(file: string, shipped: ShippedText[], collated: Map<string, number>) {
  const rows = shipped.map(
    ({ key, title, file: name, size, characters, pieces, lost, composed, rare }) =>
      `| ${title} | ${name} | ${pieces} | ${collated.get(key) ?? 0} | ${characters} | ${lost} | ${composed} | ${rare} | ${Math.round(size / 1000)} |`,
  )
  const works = new Set(shipped.map(({ key }) => key)).size
  const total = shipped.reduce((sum, { size }) => sum + size, 0)
  const table = [
    `${works} works in ${shipped.length} files, ${(total / 1e6).toFixed(1)} MB.`,
    '',
    '| title | file | pieces | collated | characters | □ | ⿰ | rare | kB |',
    '|---|---|--:|--:|--:|--:|--:|--:|--:|',
    ...rows,
  ].join('\n')
  const text = readFileSync(file, 'utf8')
  const [before = '', rest = ''] = text.split(start)
  writeFileSync(file, `${before}${start}\n\n${table}\n\n${end}${rest.split(end)[1] ?? ''}`)
}

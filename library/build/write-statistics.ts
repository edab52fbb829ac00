import { readFileSync, writeFileSync } from 'node:fs'
import type { ShippedText } from '#server/library/shipped-texts.ts'

const start = '<!-- statistics -->'
const end = '<!-- /statistics -->'

interface Collation {
  /** Number of compared Tang poems that the second edition, 御定全唐诗, also contains. */
  countCompared: number
  /** Number of verses in the compared poems whose wording differs in the second edition, 御定全唐诗. */
  countDifferent: number
}

/**
 * Writes a table of the editions, and the results of comparing the Tang poems with a second edition, into the README at
 * `file`.
 */
export function writeStatistics(file: string, shipped: ShippedText[], { countCompared, countDifferent }: Collation) {
  const rows = shipped.map(
    ({ title, file: name, size, characters, pieces, lost, composed, rare }) =>
      `| ${title} | ${name} | ${pieces} | ${characters} | ${lost} | ${composed} | ${rare} | ${Math.round(size / 1000)} |`,
  )
  const works = new Set(shipped.map(({ key }) => key)).size
  const total = shipped.reduce((sum, { size }) => sum + size, 0)
  const table = [
    `${works} works in ${shipped.length} files, ${(total / 1e6).toFixed(1)} MB. Of their poems ${countCompared} are in 御定全唐诗 too; ` +
      `${countDifferent} verses read differently there.`,
    '',
    '| title | file | pieces | characters | □ | ⿰ | rare | kB |',
    '|---|---|--:|--:|--:|--:|--:|--:|',
    ...rows,
  ].join('\n')
  const text = readFileSync(file, 'utf8')
  const [before = '', rest = ''] = text.split(start)
  writeFileSync(file, `${before}${start}\n\n${table}\n\n${end}${rest.split(end)[1] ?? ''}`)
}

import { readFileSync } from 'node:fs'

/**
 * Environment variables that `npm start` sets for Node, so that benchmarks run with the same memory flags as the site.
 */
export const startSettings: Record<string, string> = readSettings()

function readSettings() {
  const file = new URL('../package.json', import.meta.url)
  const { scripts } = JSON.parse(readFileSync(file, 'utf8')) as { scripts: Record<string, string> }
  const [assignments = ''] = /^(?:\w+=(?:'[^']*'|"[^"]*"|\S*)\s+)*/.exec(scripts['start'] ?? '') ?? []
  const each = assignments.matchAll(/(\w+)=(?:'([^']*)'|"([^"]*)"|(\S*))/g)
  return Object.fromEntries(
    [...each].map(([, name = '', single, double, bare]) => [name, single ?? double ?? bare ?? '']),
  )
}

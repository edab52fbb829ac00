import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { bookSets } from './book-sets.ts'
import { type Group, groups } from './requirement.ts'

/**
 * All requirements, each with whether the site meets it. A requirement counts as met if it has a book and a check,
 * because the other tests of this folder fail if a check fails.
 */
const results = Object.values(bookSets)
  .flat()
  .flatMap(({ epub, requirements }) =>
    requirements.map((requirement) => ({ requirement, isMet: epub !== null && requirement.check !== undefined })),
  )

/**
 * Returns the numbers of met and of applicable requirements as the Markdown table that the documentation must contain.
 */
function tableOf(): string {
  const figure = (group: Group | null, level: string) => {
    const all = results.filter(
      ({ requirement: each }) => (group === null || each.group === group) && each.level === level,
    )
    return all.length === 0 ? '' : `${all.filter(({ isMet }) => isMet).length} of ${all.length}`
  }
  const rows = Object.entries(groups).map(([group, name]) => {
    return `| ${name} | ${figure(group as Group, 'must')} | ${figure(group as Group, 'should')} |`
  })
  const all = `| **all** | ${figure(null, 'must')} | ${figure(null, 'should')} |`
  return ['| requirements | must | should |', '|---|---|---|', ...rows, all].join('\n')
}

test('the documentation has the figures and names what is not met', async (t) => {
  const table = tableOf()
  for (const line of table.split('\n')) t.diagnostic(line)
  const document = await readFile('docs/epub.md', 'utf8')
  assert.ok(document.includes(table), table)
  for (const { requirement, isMet } of results)
    if (!isMet) assert.ok(document.includes(requirement.says), `docs/epub.md does not say: ${requirement.says}`)
})

test('every set of books has a test file', () => {
  for (const set of Object.keys(bookSets))
    assert.ok(existsSync(join(import.meta.dirname, `${set}-conformance.test.ts`)), set)
})

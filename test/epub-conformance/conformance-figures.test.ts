import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { bookSets } from './book-sets.ts'
import { type Group, groups } from './requirement.ts'

/**
 * All requirements. The tests of the books fail if a check fails, so the requirements with a check and a book are the
 * ones that the site meets.
 */
const results = Object.values(bookSets)
  .flat()
  .flatMap(({ epub, requirements }) =>
    requirements.map((requirement) => ({ requirement, isMet: epub !== null && requirement.check !== undefined })),
  )

/** Returns the table of met and applicable requirements, as it stands in the documentation. */
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

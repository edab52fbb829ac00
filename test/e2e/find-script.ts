import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildBundle } from '#server/pages/rendering/build-bundle.ts'

/**
 * Returns the path of the page script that contains the text, such as a class or a label of a component. Fails if no
 * script contains it or several do. The name of a script is a hash and tells nothing of its contents.
 */
export async function findScript(text: string): Promise<string> {
  const [build = ''] = await buildBundle(() => undefined)
  const folder = join(build, 'client/assets')
  const scripts = (await readdir(folder)).filter((name) => name.endsWith('.js'))
  const codes = await Promise.all(scripts.map((name) => readFile(join(folder, name), 'utf8')))
  const found = scripts.filter((_, position) => codes[position]?.includes(text))
  assert.equal(found.length, 1, `${found.length} scripts contain ${text}`)
  return `/assets/${found[0]}`
}

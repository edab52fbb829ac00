import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'

// The rules that web/styles/tokens.css and web/styles/index.css state for every style sheet.

const root = resolve(import.meta.dirname, '..')
const breakpoints = [480, 720, 900, 1100]

const sheets = globSync('web/**/*.css', { cwd: root }).map((file) => ({
  file,
  text: readFileSync(resolve(root, file), 'utf8').replaceAll(/\/\*[^]*?\*\//g, ''),
}))

test('colours are written in the tokens and in the papers one can choose', () => {
  const palettes = /\/(tokens|map-styles|reader-papers)\.css$/
  assert.deepEqual(
    listMatches(/#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|light-dark)\([^)]*\)/gi, (file) => !palettes.test(file)),
    [],
  )
})

test('media queries about the width use a breakpoint', () => {
  const known = new Set(breakpoints.flatMap((width) => [`width <= ${width}px`, `width > ${width}px`]))
  const queries = listMatches(/@media[^{]+/g).flatMap((media) => [
    ...media.matchAll(/\(([^()]*(?:width|height)[^()]*)\)/g),
  ])
  assert.ok(queries.length > 0)
  assert.deepEqual(
    queries.filter(([, query = '']) => !known.has(query)).map(({ input }) => input),
    [],
  )
})

test('elements lie over each other by a named layer', () => {
  assert.deepEqual(listMatches(/z-index: (?!var\(--layer-)[^;]+/g), [])
})

/** Every match in the style sheets, without their comments, as `file: match`. */
function listMatches(pattern: RegExp, isChecked: (file: string) => boolean = () => true): string[] {
  return sheets
    .filter(({ file }) => isChecked(file))
    .flatMap(({ file, text }) => (text.match(pattern) ?? []).map((found) => `${file}: ${found}`))
}

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { test } from 'node:test'

// These tests enforce the rules that web/ui/styles/tokens.css and web/ui/styles/site.css state for every style sheet.

const root = resolve(import.meta.dirname, '..')
const index = 'web/ui/styles/site.css'
/**
 * A style sheet that has no rules of its own: it imports the styles of MapLibre, the map library, into a cascade layer.
 */
const maplibre = 'web/frame/globe/view/map-canvas.css'
const breakpoints = [480, 720, 1000, 1100, 1600]
/** The names of colours in CSS that are most often used. */
const colourNames =
  'aqua|black|blue|brown|crimson|cyan|fuchsia|gold|gray|green|grey|ivory|lime|magenta|maroon|navy|olive|orange|pink|' +
  'purple|red|silver|teal|white|yellow'

const components = globSync('web/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.ts'] }).map((file) => ({
  file,
  text: readFileSync(resolve(root, file), 'utf8'),
}))
const sheets = globSync('web/**/*.css', { cwd: root }).map((file) => ({
  file,
  lines: readFileSync(resolve(root, file), 'utf8').split('\n').length,
  text: readFileSync(resolve(root, file), 'utf8').replaceAll(/\/\*[^]*?\*\//g, ''),
}))

test('colours are defined only in the tokens and the reader’s paper themes', () => {
  const palettes = /\/(tokens|map-styles|reader-papers)\.css$/
  const isChecked = (file: string) => !palettes.test(file)
  assert.deepEqual(listMatches(/#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|light-dark)\([^)]*\)/gi, isChecked), [])
  const property = String.raw`(?:color|background|border|outline|fill|stroke|shadow)[\w-]*:[^;{}]*?`
  const name = String.raw`(?<![\w-])(?:${colourNames})(?![\w-])`
  assert.deepEqual(listMatches(new RegExp(property + name, 'gi'), isChecked), [])
})

test('media queries use a known breakpoint', () => {
  const known = new Set(
    breakpoints.flatMap((size) => [`width <= ${size}px`, `width > ${size}px`, `height <= ${size}px`]),
  )
  const queries = listMatches(/@media[^{]+/g).flatMap((media) => [
    ...media.matchAll(/\(([^()]*(?:width|height)[^()]*)\)/g),
  ])
  assert.ok(queries.length > 0)
  assert.deepEqual(
    queries.filter(([, query = '']) => !known.has(query)).map(({ input }) => input),
    [],
  )
})

test('z-index values use a named layer', () => {
  assert.deepEqual(listMatches(/z-index: (?!var\(--layer-)[^;]+/g), [])
})

test('every style sheet fills one cascade layer and is imported', () => {
  const [, order = ''] = /@layer ([^;]+);/.exec(sheets.find(({ file }) => file === index)?.text ?? '') ?? []
  const layers = new Set(order.split(', '))
  const outside = sheets.filter(({ file, text }) => {
    const [, layer = ''] = /^\s*@layer (\w+) \{[^]*\n\}\s*$/.exec(text) ?? []
    return file !== index && file !== maplibre && !layers.has(layer)
  })
  assert.deepEqual(
    outside.map(({ file }) => file),
    [],
  )
  const imported = new Set(
    [...components, ...sheets].flatMap(({ text }) =>
      [...text.matchAll(/import '[^']*?([\w-]+\.css)'/g)].map(([, name]) => name),
    ),
  )
  assert.deepEqual(
    sheets.map(({ file }) => file).filter((file) => !imported.has(basename(file))),
    [],
  )
})

test('every class in a style sheet is used by a component', () => {
  const values = components.flatMap(({ text }) => [
    ...text.matchAll(/className(?:=|: | = )("[^"]*"|'[^']*'|\{(?:[^{}]|\{[^{}]*\})*\})/g),
  ])
  const set = values.flatMap(([, value = '']) => value.match(/[a-z][\w-]*(?:\$\{)?/g) ?? [])
  const names = new Set(set)
  const beginnings = set.filter((name) => name.endsWith('-${')).map((name) => name.slice(0, -'${'.length))
  const isSet = (name: string) =>
    names.has(name) || name.startsWith('maplibregl-') || beginnings.some((beginning) => name.startsWith(beginning))
  assert.deepEqual(
    sheets.flatMap(({ file, text }) =>
      listClasses(text)
        .filter((name) => !isSet(name))
        .map((name) => `${file}: ${name}`),
    ),
    [],
  )
})

test('each class is defined in one style sheet only', () => {
  const owners = new Map<string, Set<string>>()
  for (const { file, text } of sheets)
    for (const [, name = ''] of text.matchAll(/(?<=[{},;]\s*)\.([a-z][\w-]*)(?=[,\s]*\{)/g))
      owners.set(name, (owners.get(name) ?? new Set()).add(file))
  assert.deepEqual(
    [...owners].filter(([, files]) => files.size > 1).map(([name, files]) => `${name}: ${[...files].join(' ')}`),
    [],
  )
})

test('style sheets do not exceed the size limit', () => {
  assert.deepEqual(
    sheets.filter(({ lines }) => lines > 200).map(({ file }) => file),
    [],
  )
})

/** Returns the names of the classes in the selectors of a style sheet. */
function listClasses(text: string): string[] {
  const selectors = text.match(/[^{};]+(?=\{)/g) ?? []
  return [...new Set(selectors.flatMap((selector) => selector.match(/(?<=\.)[a-z][\w-]*/g) ?? []))]
}

/** Returns every match of a pattern in the style sheets without their comments, as `file: match`. */
function listMatches(pattern: RegExp, isChecked: (file: string) => boolean = () => true): string[] {
  return sheets
    .filter(({ file }) => isChecked(file))
    .flatMap(({ file, text }) => (text.match(pattern) ?? []).map((found) => `${file}: ${found}`))
}

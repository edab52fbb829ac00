import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type BaseStyleOptions, buildBaseStyle } from './base-style.ts'
import { languages, styleIds } from '#web/frame/globe/state/map-store.ts'

const options: BaseStyleOptions = {
  styleId: 'outdoor',
  language: 'zh-Hans',
  visiblePlaceLabel: true,
  projection: 'globe',
  borders: 'none',
}

// The URLs of map tiles begin with `location.origin`, the origin of the page. Node has no `location`, so the test sets
// one.
before(() => Object.assign(globalThis, { location: { origin: 'https://zhitu.example' } }))

test('every style is valid in every language', () => {
  for (const styleId of styleIds)
    for (const language of languages)
      for (const borders of ['none', 'defacto'] as const) {
        const style = buildBaseStyle({ ...options, styleId, language, borders })
        assert.deepEqual(validateStyleMin(style), [], `${styleId} ${language} ${borders}`)
      }
})

test('a style loads only tiles that it draws, and no glyphs or sprites', () => {
  for (const styleId of styleIds) {
    const { sources, layers, ...rest } = buildBaseStyle({ ...options, styleId, borders: 'defacto' })
    const drawn = new Set(layers.flatMap((layer) => ('source' in layer ? [layer.source] : [])))
    assert.deepEqual(Object.keys(sources).toSorted(), [...drawn].toSorted(), styleId)
    assert.ok(
      JSON.stringify(sources)
        .match(/https:[^"]*/g)
        ?.every((url) => url.startsWith('https://zhitu.example/tiles/')),
    )
    assert.ok(!('glyphs' in rest) && !('sprite' in rest))
  }
})

test('labels are in the chosen language, and fall back to other languages', () => {
  for (const language of languages) {
    const fields = symbolsOf({ language }).map(({ layout }) => JSON.stringify(layout?.['text-field']))
    assert.ok(fields.length > 5)
    for (const field of fields) assert.equal(/\["get","(\S+?)"\]/.exec(field)?.[1], language, field)
  }
})

test('labels are omitted when place names are switched off', () => {
  for (const styleId of styleIds) {
    assert.ok(symbolsOf({ styleId }).length > 0)
    assert.deepEqual(symbolsOf({ styleId, visiblePlaceLabel: false }), [])
  }
})

test('border lines are loaded only when the operator enables borders', () => {
  for (const styleId of styleIds) {
    const without = JSON.stringify(buildBaseStyle({ ...options, styleId }))
    assert.ok(!without.includes('border'), styleId)
    const { sources, layers } = buildBaseStyle({ ...options, styleId, borders: 'defacto' })
    assert.ok('border' in sources && layers.some(({ id }) => id === 'border'), styleId)
  }
})

test('the projection follows the choice of the user', () => {
  for (const projection of ['globe', 'mercator'] as const)
    assert.deepEqual(buildBaseStyle({ ...options, projection }).projection, { type: projection })
})

function symbolsOf(change: Partial<BaseStyleOptions>) {
  return buildBaseStyle({ ...options, ...change }).layers.filter((layer) => layer.type === 'symbol')
}

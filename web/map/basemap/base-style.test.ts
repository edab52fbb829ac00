import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type BaseStyleOptions, buildBaseStyle } from './base-style.ts'
import { languages, styleIds } from '#web/map/state/map-store.ts'

const options: BaseStyleOptions = {
  styleId: 'outdoor',
  language: 'zh-Hans',
  visiblePlaceLabel: true,
  projection: 'globe',
  borders: 'none',
}

// Tiles are asked of the site the page is from.
before(() => Object.assign(globalThis, { location: { origin: 'https://zhitu.example' } }))

test('every style is one that the map can draw, in every language', () => {
  for (const styleId of styleIds)
    for (const language of languages)
      for (const borders of ['none', 'defacto'] as const) {
        const style = buildBaseStyle({ ...options, styleId, language, borders })
        assert.deepEqual(validateStyleMin(style), [], `${styleId} ${language} ${borders}`)
      }
})

test('no style asks for tiles it does not draw, nor for letters or pictures from elsewhere', () => {
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

test('names are in the language asked, and in another only where there is none', () => {
  for (const language of languages) {
    const fields = symbolsOf({ language }).map(({ layout }) => JSON.stringify(layout?.['text-field']))
    assert.ok(fields.length > 5)
    for (const field of fields) assert.equal(/\["get","(\S+?)"\]/.exec(field)?.[1], language, field)
  }
})

test('names are left out when they are not wanted', () => {
  for (const styleId of styleIds) {
    assert.ok(symbolsOf({ styleId }).length > 0)
    assert.deepEqual(symbolsOf({ styleId, visiblePlaceLabel: false }), [])
  }
})

test('border lines are asked for only where the operator shows them', () => {
  for (const styleId of styleIds) {
    const without = JSON.stringify(buildBaseStyle({ ...options, styleId }))
    assert.ok(!without.includes('border'), styleId)
    const { sources, layers } = buildBaseStyle({ ...options, styleId, borders: 'defacto' })
    assert.ok('border' in sources && layers.some(({ id }) => id === 'border'), styleId)
  }
})

test('the map is round or flat as chosen', () => {
  for (const projection of ['globe', 'mercator'] as const)
    assert.deepEqual(buildBaseStyle({ ...options, projection }).projection, { type: projection })
})

function symbolsOf(change: Partial<BaseStyleOptions>) {
  return buildBaseStyle({ ...options, ...change }).layers.filter((layer) => layer.type === 'symbol')
}

import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { buildBaseStyle } from './base-style.ts'
import { composeStyle } from './compose-style.ts'
import { styleIds } from '#web/frame/globe/state/map-store.ts'

before(() => Object.assign(globalThis, { location: { origin: 'https://zhitu.example' } }))

const kyoto: [number, number] = [135.8, 35]
const lima: [number, number] = [-77, -12]

function compose(styleId: (typeof styleIds)[number], tourStops: [number, number][] | null, isOldTime = false) {
  const options = {
    styleId,
    language: 'zh-Hans',
    visiblePlaceLabel: true,
    projection: 'globe',
    borders: 'none',
  } as const
  const overlays = { styleId, markQuery: '', routes: null, openedRouteId: null, shift: null }
  const current = { point: kyoto, name: '京都' }
  return composeStyle(buildBaseStyle(options), { ...overlays, tourStops, current, fannedPlaceId: 'here', isOldTime })
}

test('every style is valid with a tour and without one', () => {
  for (const styleId of styleIds)
    for (const stops of [null, [kyoto, lima]])
      for (const isOldTime of [false, true])
        assert.deepEqual(validateStyleMin(compose(styleId, stops, isOldTime)), [], styleId)
})

test('a place whose books are fanned out has no mark', () => {
  const { layers } = compose('outdoor', null)
  for (const layer of layers.filter((one) => 'source' in one && one.source === 'mark'))
    assert.ok(JSON.stringify('filter' in layer && layer.filter).includes('["!=",["get","placeId"],"here"]'), layer.id)
})

test('the pin stands behind the marks with its head above them, and the numbers of stops lie over the marks', () => {
  const ids = compose('outdoor', [kyoto, lima]).layers.map(({ id }) => id)
  const inOrder = ['tour-line', 'pin-needle', 'pin-name', 'mark', 'tour-stop', 'pin-head']
  assert.deepEqual(
    ids.filter((id) => inOrder.includes(id)),
    inOrder,
  )
  assert.equal(
    compose('outdoor', null).layers.some(({ id }) => id.startsWith('tour-')),
    false,
  )
})

test('old times have no countries of today, and their cities are faint', () => {
  const opacityOf = (layer: object | undefined) => JSON.stringify(Object(layer).paint?.['text-opacity'])
  const [now, then] = [compose('outdoor', null), compose('outdoor', null, true)].map(({ layers }) => layers)
  const find = (layers = now, id = '') => layers?.find((layer) => layer.id === id)
  for (const id of ['label-country', 'label-large-country', 'label-province'])
    assert.ok(find(now, id) && !find(then, id), id)
  for (const id of ['label-city', 'label-capital']) assert.notEqual(opacityOf(find(now, id)), opacityOf(find(then, id)))
  for (const id of ['label-water', 'label-landform', 'label-ocean']) assert.deepEqual(find(now, id), find(then, id))
})

test('large countries are named before all other names, at every zoom', () => {
  for (const styleId of styleIds) {
    const names = compose(styleId, null).layers.filter(({ id }) => id.startsWith('label-'))
    const large = names.at(-1)
    assert.equal(large?.id, 'label-large-country')
    for (const country of ['China', 'Russia', 'India', 'Japan', 'United States', 'Brazil', 'Canada', 'Australia'])
      assert.ok(JSON.stringify(large).includes(`"${country}"`), country)
    assert.ok(!JSON.stringify('filter' in large ? large.filter : null).includes('minzoom'))
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Map as MapLibre } from 'maplibre-gl'
import { useView } from '#web/frame/globe/state/view-store.ts'
import { fadeAtLimb } from '#web/frame/globe/view/fade-at-limb.ts'

test('the name beside the pin is not written a second time by the basemap, at any zoom', () => {
  for (const zoom of [2, 6]) {
    const { map, opacities, rest } = mapWithNames(zoom)
    fadeAtLimb(map)
    useView.setState({ pinName: '京都' })
    rest()
    assert.deepEqual(opacities(), { 京都: 0, 大阪: 1 })
    useView.setState({ pinName: '大阪' })
    rest()
    assert.deepEqual(opacities(), { 京都: 1, 大阪: 0 })
    useView.setState({ pinName: null })
    rest()
    assert.deepEqual(opacities(), { 京都: 1, 大阪: 1 })
  }
})

/** Returns as much of a map as `fadeAtLimb` uses, with the names of two cities in the middle of the globe. */
function mapWithNames(zoom: number) {
  const names = ['京都', '大阪']
  const states = new Map<unknown, Record<string, number>>()
  const listeners: (() => void)[] = []
  const map = {
    on: (event: string, listener: () => void) => event === 'idle' && listeners.push(listener),
    getSource: (name: string) => (name === 'base' ? {} : undefined),
    querySourceFeatures: () =>
      names.map((name) => ({
        id: name,
        geometry: { type: 'Point', coordinates: [135, 35] },
        properties: { en: name, 'zh-Hans': name },
      })),
    getProjection: () => ({ type: 'globe' }),
    getZoom: () => zoom,
    getCenter: () => ({ lng: 135, lat: 35 }),
    getContainer: () => ({ clientHeight: 700 }),
    getFeatureState: ({ id }: { id: string }) => states.get(id) ?? {},
    setFeatureState: ({ id }: { id: string }, state: Record<string, number>) => states.set(id, state),
  }
  return {
    map: map as unknown as MapLibre,
    opacities: () => Object.fromEntries(names.map((name) => [name, states.get(name)?.['limb'] ?? 1])),
    rest: () => listeners.forEach((listener) => listener()),
  }
}

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { choicesOf, restoreChoices, useMap } from './map-store.ts'

const stored = new Map<string, string>()

/** Gives the process a local storage, as a browser has it, until the test ends. */
function openStorage(t: TestContext) {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
  const localStorage = { getItem: (key: string) => stored.get(key) ?? null, setItem: stored.set.bind(stored) }
  Object.defineProperty(globalThis, 'localStorage', { value: localStorage, configurable: true, writable: true })
  t.after(() => {
    stored.clear()
    useMap.setState(useMap.getInitialState())
    if (before === undefined) Reflect.deleteProperty(globalThis, 'localStorage')
    else Object.defineProperty(globalThis, 'localStorage', before)
  })
}

const initial = choicesOf(useMap.getInitialState())

/** Restores the settings from a text as the page does after hydration, and returns the settings that then hold. */
function restore(text: string) {
  stored.set('map', text)
  restoreChoices()()
  return choicesOf(useMap.getState())
}

test('stored settings of the map that are invalid leave the initial ones', (t) => {
  openStorage(t)
  const foreign = { projection: 'cube', language: 7, visibleRoad: 'yes', visiblePlaceLabel: null, styleId: '<b>' }
  for (const text of ['{', 'null', '[]', '7', '"map"', JSON.stringify(foreign)]) {
    assert.deepEqual(restore(text), initial, text)
    assert.equal(useMap.getState().hasChosenStyle, false)
  }
})

test('of stored settings each valid one is restored', (t) => {
  openStorage(t)
  assert.deepEqual(restore('{"projection":"mercator","language":"fr","visibleRoad":true}'), {
    ...initial,
    projection: 'mercator',
    visibleRoad: true,
  })
  const chosen = { projection: 'globe', language: 'en', visibleRoad: true, visiblePlaceLabel: false, styleId: 'paper' }
  assert.deepEqual(restore(JSON.stringify(chosen)), chosen)
  assert.equal(useMap.getState().hasChosenStyle, true)
})

test('a change is stored, and the style of the map only if the user has chosen it', (t) => {
  openStorage(t)
  const stop = restoreChoices()
  useMap.setState({ language: 'en' })
  const { styleId, ...others } = { ...initial, language: 'en' }
  assert.deepEqual(JSON.parse(stored.get('map') ?? ''), others)
  useMap.setState({ styleId: 'dark', hasChosenStyle: true })
  assert.deepEqual(JSON.parse(stored.get('map') ?? ''), { ...others, styleId: 'dark' })
  stop()
  useMap.setState({ language: 'local' })
  assert.deepEqual(JSON.parse(stored.get('map') ?? ''), { ...others, styleId: 'dark' })
  assert.equal(styleId, 'outdoor')
})

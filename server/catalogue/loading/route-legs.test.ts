import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { geoDistance } from 'd3-geo'
import { smoothLine } from '#web/frame/globe/layers/smooth-line.ts'
import { type CountryAt, countriesAround, countryAt, type Point } from '../../../test/country-at.ts'
import { readCatalog } from './read-catalog.ts'
import type { LocatedRoute } from './read-routes.ts'

/** A section of a route's leg (the line between two stops) that lies within one country, on a canal, or at sea. */
type Stretch = { country: CountryAt; kilometres: number }
type Leg = { name: string; stretches: Stretch[] }

/**
 * Kilometres that a sea route may run over land without a break, or a land route over sea. The atlas has a scale of
 * 1:50 million and draws narrow straits, river mouths and harbours as land, so that ships there seem to be on land.
 */
const coastKilometres = 30
/**
 * Kilometres that a route may run through a country in which it has no stop: the width of a border river on the map.
 */
const borderKilometres = 5

/** Countries (ISO codes) that a route really crosses between two stops, although it has no stop there. */
const crossed: Record<string, string[]> = {
  // The salt road crosses the Sahara from well to well; some wells lie in present-day Algeria and Tunisia.
  'sahara-salt-road': ['DZ', 'TN'],
}
/** Land and river routes whose last part follows a sea shore by ship, so that they may run over sea there. */
const alongTheShore = new Set([
  // On this route, boats go from the mouth of the Dnieper along the coast of the Black Sea to Constantinople.
  'varangian-rivers',
])

const earthRadiusKilometres = 6371

const { catalog } = await readCatalog(resolve(import.meta.dirname, '../../../catalog'))

test('no leg of a route by sea, as the map draws it, runs over land', () => {
  const offenders = legsOf(['sea']).filter(({ leg }) => longest(leg, isLand) > coastKilometres)
  assert.deepEqual(offenders.map(describe), [])
})

test('no leg of a route by land, as the map draws it, runs over the sea', () => {
  const offenders = legsOf(['trade', 'canal', 'path', 'railway', 'highway']).filter(
    ({ route, leg }) => !alongTheShore.has(route.key) && longest(leg, isSea) > coastKilometres,
  )
  assert.deepEqual(offenders.map(describe), [])
})

test('each leg of a journey runs over land or over sea, not over both', () => {
  const offenders = legsOf(['journey']).filter(
    ({ leg }) => longest(leg, isLand) > coastKilometres && longest(leg, isSea) > coastKilometres,
  )
  assert.deepEqual(offenders.map(describe), [])
})

test('no leg by land runs through a country without a stop of the route', () => {
  const stopsOf = new Map(
    catalog.routes.map((route) => [
      route,
      new Set<CountryAt>([...route.lines.flat().flatMap(countriesAround), ...(crossed[route.key] ?? [])]),
    ]),
  )
  const offenders = legsOf(['trade', 'canal', 'path', 'railway', 'highway', 'journey'], true)
    .filter(({ leg }) => longest(leg, isLand) > longest(leg, isSea))
    .filter(({ route, leg }) => {
      const isForeign = (stretch: Stretch) => isLand(stretch) && !stopsOf.get(route)?.has(stretch.country)
      return longest(leg, isForeign) > borderKilometres
    })
  assert.deepEqual(offenders.map(describe), [])
})

test('the check finds mistakes that the routes once had', () => {
  const through = (from: Point, to: Point) => measure([from, to])
  const inChina = ({ country }: Stretch) => country === 'CN'
  const amur = through([123.94, 53.98], [128.47, 50.92])
  assert.ok(longest({ name: '', stretches: amur }, inChina) > 100, 'the Trans-Siberian without its bend along the Amur')
  const southIsland = through([174.5, -41.2], [168.2, -47.6])
  assert.ok(southIsland.reduce((sum, { country, kilometres }) => sum + (country === 'NZ' ? kilometres : 0), 0) > 400)
  assert.equal(countryAt([121.5, 25.04]), 'CN', 'Taiwan is Chinese')
  assert.equal(countryAt([179, 67]), countryAt([-175, 67]), 'land goes on beyond the date line')
  assert.equal(isLand({ country: countryAt([32.34, 30.58]), kilometres: 1 }), false, 'a canal is water')
})

/**
 * Returns the legs (lines between two stops) of the routes of these kinds as the map draws them; `straight` adds the
 * legs as a map without curves draws them.
 */
function legsOf(kinds: LocatedRoute['kind'][], straight = false) {
  const routes = catalog.routes.filter(({ kind }) => kinds.includes(kind))
  return routes.flatMap((route) =>
    route.lines.flatMap((line) => {
      const drawn = smoothLine(line)
      const steps = (drawn.length - 1) / (line.length - 1)
      return line.slice(1).flatMap((to, index) => {
        const from = line[index] ?? to
        const curve = drawn.slice(index * steps, (index + 1) * steps + 1)
        const name = `${from.join()} → ${to.join()}`
        return (straight ? [curve, [from, to]] : [curve]).map((points) => ({
          route,
          leg: { name, stretches: measure(points) },
        }))
      })
    }),
  )
}

function measure(points: Point[]): Stretch[] {
  const stretches: Stretch[] = []
  for (const [index, to] of points.slice(1).entries()) {
    const from = points[index] ?? to
    const kilometres = geoDistance(from, to) * earthRadiusKilometres
    const count = Math.max(1, Math.ceil(kilometres / 2))
    for (let step = 0; step < count; step++) {
      const share = (step + 0.5) / count
      const country = countryAt([from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share])
      const last = stretches.at(-1)
      if (last !== undefined && last.country === country) last.kilometres += kilometres / count
      else stretches.push({ country, kilometres: kilometres / count })
    }
  }
  return stretches
}

/** Returns the length in kilometres of the longest unbroken part of a route's leg for which `matches` holds. */
function longest({ stretches }: Leg, matches: (stretch: Stretch) => boolean): number {
  let most = 0
  let current = 0
  for (const stretch of stretches) {
    current = matches(stretch) ? current + stretch.kilometres : 0
    most = Math.max(most, current)
  }
  return most
}

function isLand({ country }: Stretch) {
  return country !== null && country !== 'canal'
}

function isSea({ country }: Stretch) {
  return country === null
}

function describe({ route, leg }: { route: LocatedRoute; leg: Leg }) {
  const way = leg.stretches.map(({ country, kilometres }) => `${country ?? '~'} ${Math.round(kilometres)}`)
  return `${route.key}: ${leg.name} (${way.join(', ')})`
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { angleBetween } from '#web/frame/globe/layers/angle-between.ts'
import { busiestCircle, pointOf, sightAngle } from './busiest-circle.ts'
import { circleToShow } from './circle-to-show.ts'

const beijing = { lng: 116.4, lat: 39.9, count: 10 }
const kyoto = { lng: 135.8, lat: 35, count: 2 }
const lima = { lng: -77, lat: -12, count: 4 }
const bogota = { lng: -74, lat: 4.7, count: 3 }

const around =
  (...center: [number, number]) =>
  (point: [number, number]) =>
    angleBetween(center, point) <= sightAngle

test('the circle encloses the places, and its centre lies where most books are', () => {
  const { center, radius } = busiestCircle([beijing, kyoto]) ?? assert.fail()
  const [toBeijing, toKyoto] = [angleBetween(center, pointOf(beijing)), angleBetween(center, pointOf(kyoto))]
  assert.ok(toBeijing < toKyoto / 3)
  assert.equal(radius, toKyoto)
})

test('the circle lies on the side of the globe with the most books', () => {
  const { center } = busiestCircle([lima, bogota, beijing, kyoto]) ?? assert.fail()
  assert.ok(angleBetween(center, pointOf(beijing)) < 15)
  assert.equal(busiestCircle([]), null)
})

test('the map stays where it shows most places, and moves where it shows few', () => {
  const isShown = around(102, 36)
  assert.equal(circleToShow([beijing, kyoto, lima], 1, isShown), null)
  const { center } = circleToShow([kyoto, lima, bogota], 1, isShown) ?? assert.fail()
  assert.ok(angleBetween(center, pointOf(lima)) < 15)
})

test('for several tags the map moves already if it shows half of the places and another view more', () => {
  const places = [
    { ...beijing, count: 6 },
    { ...lima, count: 4 },
  ]
  assert.equal(circleToShow(places, 1, around(102, 36)), null)
  // Every view shows one of the two places, and the other side of the globe has fewer books.
  assert.equal(circleToShow(places, 2, around(102, 36)), null)
  assert.notEqual(circleToShow(places, 2, around(-77, -12)), null)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrastOf, deriveColors } from './site-colors.ts'

test('contrast is measured as WCAG defines it', () => {
  assert.equal(Math.round(contrastOf('#000000', '#ffffff')), 21)
  assert.equal(contrastOf('#777777', '#777777'), 1)
})

test('derived colours are legible on all backgrounds, whatever colour the operator chose', () => {
  for (const accent of ['#1a6fb5', '#ffe600', '#0b3d0b', '#c2185b', '#000000', '#ffffff', '#fa8c16']) {
    const colors = deriveColors(accent) ?? assert.fail(accent)
    const pairs = [
      [colors.onAccent, accent],
      [colors.inkOnLight, '#efe8dc'],
      [colors.inkOnLight, '#fffdf9'],
      [colors.inkOnDark, '#272b33'],
      [colors.inkOnDark, '#14161a'],
    ] as const
    for (const [text, ground] of pairs) assert.ok(contrastOf(text, ground) >= 4.5, `${accent}: ${text} on ${ground}`)
  }
})

test('a colour on which no text is legible is refused', () => {
  assert.equal(deriveColors('#858080'), undefined)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanServedCss } from './clean-css.ts'

test('hostile style sheets are cleaned without reading them again and again', () => {
  for (const css of [`url(${' '.repeat(100_000)}`, 'url('.repeat(50_000)])
    assert.equal(
      cleanServedCss(css, () => null),
      css,
    )
  const css = 'a { b: url( x.png ); c: url("(y).png"); d: url( \'//evil.test/z\' ) }'
  const expected = 'a { b: url("/x.png"); c: url("/(y).png"); d: url("") }'
  assert.equal(
    cleanServedCss(css, (reference) => (reference.startsWith('//') ? null : `/${reference}`)),
    expected,
  )
})

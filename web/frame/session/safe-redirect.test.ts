import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { safeRedirect } from './session.ts'

/** Gives the process the address of a page, as a browser has it, until the test ends. */
function openPage(t: TestContext) {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'location')
  Object.defineProperty(globalThis, 'location', {
    value: { origin: 'http://books.test' },
    configurable: true,
    writable: true,
  })
  t.after(() => {
    if (before === undefined) Reflect.deleteProperty(globalThis, 'location')
    else Object.defineProperty(globalThis, 'location', before)
  })
}

test('a redirect after login leads to a page of this site', (t) => {
  openPage(t)
  assert.equal(safeRedirect('/book?sort=new#comments'), '/book?sort=new#comments')
  assert.equal(safeRedirect('/book/../user/userInfo'), '/user/userInfo')
})

test('a redirect to another site, to a script or back to a login page leads home instead', (t) => {
  openPage(t)
  for (const redirect of [
    null,
    '',
    'book',
    'https://evil.example',
    'http://books.test/book',
    '//evil.example',
    '/.//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '/user/login',
    '/user/LOGIN/',
    '/user/register?redirect=/book',
  ])
    assert.equal(safeRedirect(redirect), '/', String(redirect))
})

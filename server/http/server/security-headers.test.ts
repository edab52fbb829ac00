import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { securityHeaders, withReader } from './security-headers.ts'

const parts = { inlineScripts: [], isHttps: true, storageOrigins: { read: [], put: [] } }

test('the reader page allows only the style element of the installed foliate-js', async () => {
  const source = await readFile(fileURLToPath(import.meta.resolve('foliate-js/paginator.js')), 'utf8')
  const style = /innerHTML = `<style>(.*?)<\/style>/s.exec(source)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  const { 'content-security-policy': policy } = withReader(securityHeaders({ ...parts, isDevelopment: false }))
  assert.match(policy ?? '', /; frame-src 'self'$/)
  assert.ok(policy?.includes(`; style-src 'self' 'sha256-${hash}';`), `the hash is ${hash} now`)
})

test('pages may use no device, and everything that the site and its players need', () => {
  const { 'permissions-policy': denied = '' } = securityHeaders({ ...parts, isDevelopment: false })
  for (const name of ['camera', 'microphone', 'geolocation', 'usb', 'serial', 'hid', 'display-capture'])
    assert.match(denied, new RegExp(`(^|, )${name}=\\(\\)`))
  assert.doesNotMatch(denied, /autoplay|fullscreen|encrypted-media|picture-in-picture|clipboard|web-share|publickey/)
})

test('in development the reader page allows every style element', () => {
  const { 'content-security-policy': policy } = withReader(securityHeaders({ ...parts, isDevelopment: true }))
  assert.ok(policy?.includes("; style-src 'self' 'unsafe-inline';"))
})

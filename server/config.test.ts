import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from './config.ts'

function withEnvironment<T>(variables: Record<string, string>, run: () => T): T {
  const before = { ...process.env }
  Object.assign(process.env, variables)
  try {
    return run()
  } finally {
    process.env = before
  }
}

test('without any variable there is a working configuration', () => {
  const { port, host, site, databaseUrl } = withEnvironment({ PORT: '', DATABASE_URL: '' }, readConfig)
  assert.deepEqual(
    [port, host, databaseUrl, site.publicUrl, site.codesInLog],
    [3000, '127.0.0.1', undefined, 'http://localhost:3000', true],
  )
})

test('a wrong value is refused by name, in a sentence', () => {
  const wrong = {
    PORT: ['http', '70000', '-1'],
    PUBLIC_URL: ['books.example.com', 'ftp://books.example.com', 'https://example.com/books'],
    DATABASE_URL: ['mysql://x', 'nonsense'],
    SMTP_URL: ['mail.example.com'],
    FEATURE_VIDEO: ['maybe'],
    TRUST_PROXY: ['2'],
    ADMIN_EMAIL: ['admin'],
    LOG_LEVEL: ['loud'],
    MAP_BORDERS: ['official'],
    SITE_NAME: ['名'.repeat(21)],
  }
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values) {
      assert.throws(
        () => withEnvironment({ [name]: value }, readConfig),
        new RegExp(`^Error: 环境变量 ${name} 不对：.*[\\u4e00-\\u9fff].*。$`),
      )
    }
  }
})

test('the address readers use has no slash at its end', () => {
  assert.equal(
    withEnvironment({ PUBLIC_URL: 'https://books.example.com/' }, readConfig).site.publicUrl,
    'https://books.example.com',
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explainStartFailure } from './start-failure.ts'

test('a database connection that fails or is lost during the start is explained in a sentence', () => {
  for (const words of [
    'Connection terminated unexpectedly',
    'Client has encountered a connection error and is not queryable',
  ])
    assert.match(explainStartFailure(new Error(words)), /^(连不上数据库|数据库的连接断了)：.*。$/)
  const certificates = { DEPTH_ZERO_SELF_SIGNED_CERT: 'sslrootcert', ERR_TLS_CERT_ALTNAME_INVALID: '主机名' }
  for (const [code, words] of Object.entries(certificates)) {
    const error = Object.assign(new Error('Hostname/IP does not match'), { code })
    assert.match(explainStartFailure(error), new RegExp(`^不能使用数据库：它的证书核对不了：.*${words}.*。$`))
  }
  const noFile = { code: 'ENOENT', syscall: 'open', path: '/etc/no-ca.pem' }
  assert.match(explainStartFailure(Object.assign(new Error('ENOENT'), noFile)), /^读不到文件 \/etc\/no-ca\.pem.*。$/)
  const withoutTls = new Error('The server does not support SSL connections')
  assert.match(explainStartFailure(withoutTls), /^不能使用数据库：它不提供 TLS，.*。$/)
  assert.match(explainStartFailure(new TypeError('a mistake of the program')), /TypeError: .*\n +at /)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BackupTarget } from '#server/operations/backup/backup-target.ts'
import { createTestDatabase } from '../../../test/test-database.ts'
import { checkBackups } from './check-backups.ts'
import { checkDatabase } from './check-database.ts'
import { checkNode } from './check-machine.ts'
import { checkPublicAddress } from './check-services.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { checkReplicas } from './check-replicas.ts'
import { checkSettings } from './check-settings.ts'
import { type Finding, summarizeFindings } from './finding.ts'

const settings: Parameters<typeof checkSettings>[0] = {
  host: '127.0.0.1',
  trustProxy: true,
  smtpUrl: 'smtps://user:secret@mail.example.com',
  metricsToken: 'v8Kq2mZrT0xYw3Lp',
  databaseUrl: undefined,
  adminEmail: 'admin@example.com',
  contactEmail: 'books@example.com',
  site: { publicUrl: 'https://books.example.com', isReadOnly: false },
  backup: { to: '/srv/backups', passphrase: undefined },
}
const aboutOf = (findings: Finding[], level: Finding['level']) =>
  findings.filter((finding) => finding.level === level).map(({ about }) => about)

test('the settings of a well-kept site are in order', () => {
  const findings = checkSettings(settings)
  assert.ok(findings.every(({ level }) => level === 'ok'))
  assert.match(summarizeFindings(findings), /没有问题。$/)
})

test('a proxy whose headers are not believed and guessable secrets are faults', () => {
  const findings = checkSettings({
    ...settings,
    trustProxy: false,
    metricsToken: 'aaaaaaaaaaaaaaaa',
    databaseUrl: 'postgres://zhitu:postgres@db/zhitu',
  })
  assert.deepEqual(aboutOf(findings, 'fault'), ['代理', '密钥'])
  assert.match(findings.find(({ about }) => about === '密钥')?.seen ?? '', /^METRICS_TOKEN、DATABASE_URL/)
  assert.ok(findings.every(({ level, remedy }) => level === 'ok' || (remedy ?? '') !== ''))
  assert.ok(!JSON.stringify(findings).includes('aaaaaaaa'), 'the report shows no secret')
})

test('a site for this machine only gets advice, no faults', () => {
  const site = { publicUrl: 'http://localhost:3000', isReadOnly: true }
  const findings = checkSettings({ ...settings, site, trustProxy: false, smtpUrl: undefined, adminEmail: 'a@b.local' })
  assert.deepEqual(aboutOf(findings, 'fault'), [])
  assert.deepEqual(aboutOf(findings, 'advice'), ['网址', '密钥', '维护'])
})

test('a public site without an address for visitors gets advice', () => {
  assert.deepEqual(aboutOf(checkSettings({ ...settings, contactEmail: null }), 'advice'), ['联系'])
})

test('an older Node.js is a fault', () => {
  assert.deepEqual(
    ['22.20.0', '24.11.1', '24.12.0', '26.0.0'].map((version) => checkNode(version).level),
    ['fault', 'fault', 'ok', 'ok'],
  )
})

test('the age of the newest backup decides', async () => {
  const now = Date.parse('2026-01-10T00:00:00Z')
  const target = (hours?: number): BackupTarget => ({
    description: '/nowhere',
    add: () => assert.fail(),
    delete: () => assert.fail(),
    list: async () =>
      hours === undefined ? [] : [{ name: 'backup', bytes: 1, createTime: new Date(now - hours * 3600 * 1000) }],
  })
  const levelOf = async (one: BackupTarget | undefined) =>
    (await checkBackups({ target: one, isEncrypted: true, dataDirectory: '/nowhere' }, now))[0]?.level
  const found = [undefined, target(), target(5), target(40), target(100)].map(levelOf)
  assert.deepEqual(await Promise.all(found), ['advice', 'fault', 'ok', 'advice', 'fault'])
})

test('a compatible database is in order, and one that cannot be reached is a fault', async (t) => {
  const { connection, drop } = await createTestDatabase()
  t.after(drop)
  const config = { databasePoolSize: 2, workers: 1 }
  const findings = await checkDatabase(connection, config)
  assert.deepEqual(aboutOf(findings, 'fault'), [])
  assert.equal(findings.find(({ about }) => about === '通知')?.level, 'ok')
  const [lost] = await checkDatabase({ ...connection, database: 'no_such_database' }, config)
  assert.equal(lost?.level, 'fault')
  assert.match(lost?.seen ?? '', /没有这个数据库/)
})

test('a clock that is an hour off is a fault in either direction', async (t) => {
  const { connection, drop } = await createTestDatabase()
  t.after(drop)
  for (const hours of [-1, 1]) {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + hours * 3_600_000 })
    const findings = await checkDatabase(connection, { databasePoolSize: 2, workers: 1 })
    t.mock.timers.reset()
    const clock = findings.find(({ about }) => about === '时钟')
    assert.equal(clock?.level, 'fault')
    assert.match(clock?.seen ?? '', /^与数据库的时钟差 (3599|3600)(\.\d+)? 秒$/)
  }
})

test('a replica that does not answer is a fault, and a server that is no replica gets advice', async (t) => {
  const { connection, drop } = await createTestDatabase()
  const db = openDatabase(connection, () => undefined, { size: 1 })
  t.after(async () => (await db.destroy(), await drop()))
  const { host, port, user, database } = connection
  const itself = `postgres://${user}@${encodeURIComponent(host ?? '')}:${port}/${database}`
  const findings = await checkReplicas(db, ['postgres://127.0.0.1:1/zhitu', itself])
  assert.deepEqual(
    findings.map(({ level, about }) => `${level} ${about}`),
    ['fault 备机', 'advice 备机'],
  )
})

test('a public address that nobody answers is advice, because the site may not run yet', async () => {
  const [finding] = await checkPublicAddress('http://127.0.0.1:1', '1.0.0')
  assert.equal(finding?.level, 'advice')
})

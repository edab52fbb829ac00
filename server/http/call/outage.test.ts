import assert from 'node:assert/strict'
import { open, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import pg from 'pg'
import { type Outage, outageOf } from './outage.ts'

const error = (message: string, fields = {}) => Object.assign(new Error(message), fields)

test('outages are distinguished from bugs', async (t) => {
  const cases: [Error, Outage | undefined][] = [
    [error('connect ECONNREFUSED 127.0.0.1:5432', { code: 'ECONNREFUSED', syscall: 'connect' }), 'database'],
    [error('connect ENOENT /data/.s.PGSQL.5432', { code: 'ENOENT', syscall: 'connect' }), 'database'],
    [error('connect EACCES /data/.s.PGSQL.5432', { code: 'EACCES', syscall: 'connect' }), 'database'],
    [error('read ECONNRESET', { code: 'ECONNRESET', syscall: 'read' }), 'database'],
    [error('write EPIPE', { code: 'EPIPE', syscall: 'write' }), 'database'],
    [error('getaddrinfo ENOTFOUND db', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }), 'database'],
    [error('getaddrinfo EAI_AGAIN db', { code: 'EAI_AGAIN', syscall: 'getaddrinfo' }), 'database'],
    [error('connect EHOSTUNREACH 10.0.0.9:5432', { code: 'EHOSTUNREACH', syscall: 'connect' }), 'database'],
    [error('read ETIMEDOUT', { code: 'ETIMEDOUT', syscall: 'read' }), 'database'],
    [error('Connection terminated'), 'database'],
    [error('Connection terminated unexpectedly'), 'database'],
    [error('Connection terminated due to connection timeout'), 'database'],
    [error('timeout exceeded when trying to connect'), 'database'],
    [error('timeout expired'), 'database'],
    [error('Query read timeout'), 'database'],
    [error('Client has encountered a connection error and is not queryable'), 'database'],
    [error('Client was closed and is not queryable'), 'database'],
    [error('Cannot use a pool after calling end on the pool'), 'database'],
    [error('driver has already been destroyed'), 'database'],
    [error('terminating connection due to unexpected postmaster exit'), 'database'],
    [error('connection failure', { code: '08006' }), 'database'],
    [error('protocol violation', { code: '08P01' }), 'database'],
    [error('role "zhitu" does not exist', { code: '28000' }), 'database'],
    [error('password authentication failed', { code: '28P01' }), 'database'],
    [error('database "zhitu" does not exist', { code: '3D000' }), 'database'],
    [error('out of memory', { code: '53200' }), 'database'],
    [error('sorry, too many clients already', { code: '53300' }), 'database'],
    [error('canceling statement due to statement timeout', { code: '57014' }), 'database'],
    [error('terminating connection due to administrator command', { code: '57P01' }), 'database'],
    [error('terminating connection because of crash of another server process', { code: '57P02' }), 'database'],
    [error('the database system is starting up', { code: '57P03' }), 'database'],
    [error('cannot execute INSERT in a read-only transaction', { code: '25006' }), 'readOnly'],
    [error('EROFS: read-only file system, open', { code: 'EROFS', syscall: 'open' }), 'readOnly'],
    [error('could not extend file "base/1/2": No space left on device', { code: '53100' }), 'disk'],
    [error('could not write to file: Disk quota exceeded', { code: '58030' }), 'disk'],
    [error('could not write block 3: No space left on device', { code: 'XX000' }), 'disk'],
    [error('ENOSPC: no space left on device, write', { code: 'ENOSPC', syscall: 'write' }), 'disk'],
    [error('EDQUOT: disk quota exceeded, write', { code: 'EDQUOT', syscall: 'write' }), 'disk'],
    [error('duplicate key value', { code: '23505' }), undefined],
    [error('relation "missing" does not exist', { code: '42P01' }), undefined],
    [error('invalid byte sequence for encoding "UTF8": 0x00', { code: '22021' }), undefined],
    [error('could not read block', { code: '58030' }), undefined],
    [error('EACCES: permission denied, open', { code: 'EACCES', syscall: 'open' }), undefined],
    [new TypeError('Cannot read properties of undefined'), undefined],
  ]
  for (const [thrown, outage] of cases)
    await t.test(`${thrown.message} → ${outage}`, () => assert.equal(outageOf(thrown), outage))
  for (const thrown of [undefined, null, 'a string', 7]) assert.equal(outageOf(thrown), undefined)
})

test('a missing database socket is an outage, a missing file is not', async () => {
  await assert.rejects(readFile('/nonexistent/file'), (thrown) => outageOf(thrown) === undefined)
  const client = new pg.Client({ host: '/nonexistent', user: 'nobody' })
  await assert.rejects(client.connect(), (thrown) => outageOf(thrown) === 'database')
})

test('a full device is recognised by its code', async () => {
  const full = await open('/dev/full', 'w')
  await assert.rejects(full.write('x'), (thrown) => outageOf(thrown) === 'disk')
  await full.close()
})

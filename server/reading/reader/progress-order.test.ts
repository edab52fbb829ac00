import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { v7 as newId } from 'uuid'
import { failureOf, startTestSite } from '../../../test/test-site.ts'
import { findBookId } from '../../../test/find-book-id.ts'

const hour = 3_600_000

test('progress reported by several devices', async (t) => {
  const { db, url, newUser, caller, secondNode } = await startTestSite(t)
  const bookId = await findBookId(db, '边城')
  const fileId = newId()
  /** Creates two devices of one new user, each with its own clock; each reports the version it last received. */
  const twoDevices = async ({ first = 0, second = 0 } = {}) => {
    const { api, token } = await newUser()
    const device = (name: string, clock: number) => {
      const deviceId = newId()
      return {
        send: async (fraction: number, basedOn?: number) => {
          const updatedAt = new Date(Date.now() + clock).toISOString()
          const report = { bookId, fileId, locator: '', fraction, updatedAt, deviceId, device: name }
          return (await api.reading.put({ ...report, ...(basedOn !== undefined && { basedOn }) })).progress
        },
        readVersion: async () => (await api.reading.show({ bookId })).progress?.version ?? 0,
      }
    }
    const readFraction = async () => (await api.reading.show({ bookId })).progress?.fraction
    return { one: device('甲', first), other: device('乙', second), readFraction, api, token }
  }

  await t.test('a device whose clock is an hour behind can still report', async () => {
    const { one, other, readFraction } = await twoDevices({ first: -hour })
    await other.send(0.2, 0)
    const answer = await one.send(0.3, await one.readVersion())
    assert.deepEqual([answer.fraction, answer.device, await readFraction()], [0.3, '甲', 0.3])
    assert.equal((await one.send(0.4, answer.version)).fraction, 0.4)
  })

  await t.test('a device whose clock is ahead does not block other devices', async () => {
    const { one, other, readFraction } = await twoDevices({ first: 48 * hour })
    await one.send(0.9, 0)
    assert.equal((await other.send(0.3, await other.readVersion())).fraction, 0.3)
    assert.equal(await readFraction(), 0.3)
  })

  await t.test('two devices report alternately', async () => {
    const { one, other, readFraction } = await twoDevices({ first: -hour, second: hour })
    for (const [at, device] of [one, other, one, other, one].entries()) {
      const answer = await device.send((at + 1) / 8, await device.readVersion())
      assert.equal(answer.fraction, (at + 1) / 8)
      assert.equal(await readFraction(), (at + 1) / 8)
    }
  })

  await t.test('a late report from offline reading does not overwrite a newer report of another device', async () => {
    const { one, other, readFraction } = await twoDevices({ first: hour })
    const { version } = await one.send(0.1, 0)
    await other.send(0.5, version)
    const answer = await one.send(0.2, version)
    assert.deepEqual([answer.fraction, answer.device], [0.5, '乙'])
    assert.equal(await readFraction(), 0.5)
    assert.equal((await one.send(0.2, answer.version)).fraction, 0.2)
  })

  await t.test('a device that lost an answer goes on from the version it knows', async () => {
    const { one, readFraction } = await twoDevices()
    const { version } = await one.send(0.1, 0)
    await one.send(0.2, version)
    await one.send(0.3, version)
    assert.equal(await readFraction(), 0.3)
  })

  await t.test('of two concurrent reports on two nodes one is stored, and the other device receives it', async () => {
    const { api, token } = await newUser()
    const nodes = [api, caller(token, await secondNode())]
    const report = { bookId, fileId, locator: '', updatedAt: new Date().toISOString() }
    const { version } = (await api.reading.put({ ...report, fraction: 0, deviceId: newId(), device: '丙', basedOn: 0 }))
      .progress
    const answers = await Promise.all(
      nodes.map((node, at) =>
        node.reading.put({
          ...report,
          fraction: (at + 1) / 10,
          deviceId: newId(),
          device: `第${at}台`,
          basedOn: version,
        }),
      ),
    )
    assert.deepEqual(answers[0], answers[1])
    assert.deepEqual((await api.reading.show({ bookId })).progress, answers[0]?.progress)
  })

  await t.test('old pages without versions still report, and their reports get a version', async () => {
    const { one, other, readFraction } = await twoDevices()
    const { version, updatedAt } = await one.send(0.1, 0)
    // A report without a version is stored only if its time is later than that of the stored one; the same millisecond
    // is not later.
    while (Date.now() <= Date.parse(updatedAt)) await nextTurn()
    assert.equal((await other.send(0.2)).fraction, 0.2)
    assert.ok((await one.readVersion()) > version)
    assert.equal((await one.send(0.3, version)).fraction, 0.2)
    assert.equal(await readFraction(), 0.2)
  })

  await t.test('a row written by a process of the previous release gets a version too', async () => {
    const { one, other } = await twoDevices()
    const { version } = await one.send(0.1, 0)
    await db
      .updateTable('readingProgress')
      .set({ fraction: 0.6, deviceId: newId() })
      .where('version', '=', version)
      .execute()
    assert.equal(Math.round((await other.send(0.2, version)).fraction * 10), 6)
  })

  await t.test('a report of KOReader is stored at once, and a browser that does not know it receives it', async () => {
    const { one, api } = await twoDevices({ first: hour })
    const digest = createHash('md5').update(newId()).digest('hex')
    await db
      .insertInto('kosyncDocument')
      .values({ document: digest, sha256: digest.repeat(2), bookId, fileId })
      .execute()
    const { version } = await one.send(0.1, 0)
    const key = await api.kosync.create({})
    const answer = await fetch(`${url}/kosync/syncs/progress`, {
      method: 'PUT',
      headers: {
        'content-type': 'application/json',
        'x-auth-user': key.name,
        'x-auth-key': createHash('md5').update(key.password).digest('hex'),
      },
      body: JSON.stringify({ document: digest, progress: '/body', percentage: 0.5, device: 'Kobo', device_id: 'X' }),
    })
    assert.equal(answer.status, 200)
    const answered = await one.send(0.2, version)
    assert.deepEqual([answered.fraction, answered.device], [0.5, 'KOReader（Kobo）'])
    assert.equal((await one.send(0.2, answered.version)).fraction, 0.2)
  })

  await t.test('an invalid version is refused', async () => {
    const { one } = await twoDevices()
    await failureOf(one.send(0.1, -1), 'invalid')
    await failureOf(one.send(0.1, 0.5), 'invalid')
  })
})

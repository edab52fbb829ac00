import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { v7 as newId } from 'uuid'
import { failureOf, startTestSite } from '../../test/test-site.ts'

const hour = 3_600_000

test('progress said by several devices', async (t) => {
  const { db, url, newUser, caller, secondNode } = await startTestSite(t)
  const { id: bookId } = await db.selectFrom('book').select('id').where('title', '=', '边城').executeTakeFirstOrThrow()
  const fileId = newId()
  /** Two devices of one new reader, each with its own clock, that base what they say on what they have heard. */
  const twoDevices = async ({ first = 0, second = 0 } = {}) => {
    const { api, token } = await newUser()
    const device = (name: string, clock: number) => {
      const deviceId = newId()
      return {
        says: async (fraction: number, basedOn?: number) => {
          const updatedAt = new Date(Date.now() + clock).toISOString()
          const said = { bookId, fileId, locator: '', fraction, updatedAt, deviceId, device: name }
          return (await api.reading.put({ ...said, ...(basedOn !== undefined && { basedOn }) })).progress
        },
        hears: async () => (await api.reading.show({ bookId })).progress?.version ?? 0,
      }
    }
    const stands = async () => (await api.reading.show({ bookId })).progress?.fraction
    return { one: device('甲', first), other: device('乙', second), stands, api, token }
  }

  await t.test('a device whose clock is an hour behind goes on', async () => {
    const { one, other, stands } = await twoDevices({ first: -hour })
    await other.says(0.2, 0)
    const answer = await one.says(0.3, await one.hears())
    assert.deepEqual([answer.fraction, answer.device, await stands()], [0.3, '甲', 0.3])
    assert.equal((await one.says(0.4, answer.version)).fraction, 0.4)
  })

  await t.test('a device whose clock is ahead does not hold the others up', async () => {
    const { one, other, stands } = await twoDevices({ first: 48 * hour })
    await one.says(0.9, 0)
    assert.equal((await other.says(0.3, await other.hears())).fraction, 0.3)
    assert.equal(await stands(), 0.3)
  })

  await t.test('two devices take turns', async () => {
    const { one, other, stands } = await twoDevices({ first: -hour, second: hour })
    for (const [at, device] of [one, other, one, other, one].entries()) {
      const said = await device.says((at + 1) / 8, await device.hears())
      assert.equal(said.fraction, (at + 1) / 8)
      assert.equal(await stands(), (at + 1) / 8)
    }
  })

  await t.test(
    'what was read offline and comes late does not take the place of what another device said since',
    async () => {
      const { one, other, stands } = await twoDevices({ first: hour })
      const { version } = await one.says(0.1, 0)
      await other.says(0.5, version)
      const answer = await one.says(0.2, version)
      assert.deepEqual([answer.fraction, answer.device], [0.5, '乙'])
      assert.equal(await stands(), 0.5)
      assert.equal((await one.says(0.2, answer.version)).fraction, 0.2)
    },
  )

  await t.test('a device whose answer was lost goes on from what it knew', async () => {
    const { one, stands } = await twoDevices()
    const { version } = await one.says(0.1, 0)
    await one.says(0.2, version)
    await one.says(0.3, version)
    assert.equal(await stands(), 0.3)
  })

  await t.test('of two that speak at once on two nodes one stands, and the other is told which', async () => {
    const { api, token } = await newUser()
    const nodes = [api, caller(token, await secondNode())]
    const said = { bookId, fileId, locator: '', updatedAt: new Date().toISOString() }
    const { version } = (await api.reading.put({ ...said, fraction: 0, deviceId: newId(), device: '丙', basedOn: 0 }))
      .progress
    const answers = await Promise.all(
      nodes.map((node, at) =>
        node.reading.put({
          ...said,
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

  await t.test('pages loaded before versions came still speak, and what they say is numbered', async () => {
    const { one, other, stands } = await twoDevices()
    const { version } = await one.says(0.1, 0)
    assert.equal((await other.says(0.2)).fraction, 0.2)
    assert.ok((await one.hears()) > version)
    assert.equal((await one.says(0.3, version)).fraction, 0.2)
    assert.equal(await stands(), 0.2)
  })

  await t.test('a row that a process of the version before writes is numbered too', async () => {
    const { one, other } = await twoDevices()
    const { version } = await one.says(0.1, 0)
    await db
      .updateTable('readingProgress')
      .set({ fraction: 0.6, deviceId: newId() })
      .where('version', '=', version)
      .execute()
    assert.equal(Math.round((await other.says(0.2, version)).fraction * 10), 6)
  })

  await t.test('KOReader’s word stands when it comes, and a browser that has not heard it is told', async () => {
    const { one, api } = await twoDevices({ first: hour })
    const digest = createHash('md5').update(newId()).digest('hex')
    await db
      .insertInto('kosyncDocument')
      .values({ document: digest, sha256: digest.repeat(2), bookId, fileId })
      .execute()
    const { version } = await one.says(0.1, 0)
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
    const told = await one.says(0.2, version)
    assert.deepEqual([told.fraction, told.device], [0.5, 'KOReader（Kobo）'])
    assert.equal((await one.says(0.2, told.version)).fraction, 0.2)
  })

  await t.test('a version that is none is refused', async () => {
    const { one } = await twoDevices()
    await failureOf(one.says(0.1, -1), 'invalid')
    await failureOf(one.says(0.1, 0.5), 'invalid')
  })
})

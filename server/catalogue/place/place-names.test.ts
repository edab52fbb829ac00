import assert from 'node:assert/strict'
import { test } from 'node:test'
import { v7 as newId } from 'uuid'
import { failureOf, startTestSite } from '../../../test/test-site.ts'

test('editors change the further names of a place', async (t) => {
  const { visitor, db, url, newEditor, newUser } = await startTestSite(t)
  const { api } = await newEditor('老编辑')
  const lineOf = async () =>
    (await api.place.adminList({ query: '西安' })).list.find(({ name }) => name === '西安') ?? assert.fail()
  const update = async (names?: { name: string; kind: 'old' | 'foreign' | 'other' }[]) => {
    const { id, name, lng, lat, country, province, version } = await lineOf()
    const place = { id, name, lng, lat, version, region: { country, province } }
    return api.place.update({ ...place, ...(names && { names }) } as Parameters<typeof api.place.update>[0])
  }
  const before = await lineOf()

  await t.test('the page of the place shows them, and an undo restores the former ones', async () => {
    const names = [
      { name: '京兆', kind: 'old' as const },
      { name: 'Sian', kind: 'foreign' as const },
    ]
    const { auditId } = await update(names)
    assert.deepEqual((await visitor.place.show({ id: before.id })).names, names)
    assert.equal((await visitor.place.named({ name: '京兆' })).id, before.id)
    await update()
    assert.deepEqual((await lineOf()).names, names)
    await api.audit.undo({ id: auditId })
    assert.deepEqual((await lineOf()).names, before.names)
  })

  await t.test('the page of a place that nothing refers to goes with the place and comes back with it', async () => {
    const id = newId()
    await db
      .insertInto('place')
      .values({ id, name: '桃花源渡', lng: 111, lat: 29, country: 'CN', province: '湖南' })
      .execute()
    const statusOfPage = async () => (await fetch(`${url}/place/${id}`)).status
    assert.equal(await statusOfPage(), 200)
    const { auditId } = await api.place.remove({ id })
    assert.equal(await statusOfPage(), 404)
    await api.audit.undo({ id: auditId })
    assert.equal(await statusOfPage(), 200)
  })

  await t.test(
    'an editor creates a place, which is found by any name and stays while nothing refers to it',
    async () => {
      const place = { name: '鹿回头', lng: 109.5, lat: 18.2, region: { country: 'CN', province: '海南' } }
      const names = [
        { name: 'Luhuitou', kind: 'foreign' as const },
        { name: '鹿岭', kind: 'old' as const },
      ]
      const { id, auditId } = await api.place.create({ ...place, names })
      const shown = await visitor.place.show({ id })
      assert.deepEqual([shown.name, shown.names], ['鹿回头', names])
      for (const query of ['鹿回', '鹿岭', 'luhui', id])
        assert.deepEqual(
          (await api.place.adminList({ query })).list.map((row) => row.id),
          [id],
          query,
        )
      assert.equal((await visitor.place.named({ name: '鹿岭' })).id, id)
      const { data } = await failureOf(api.place.create(place), 'conflict')
      assert.equal(data?.fields?.['name'], '已经有了')
      const added = await api.person.create({
        person: { name: '路过的人', places: [{ ...place, placeId: id, kind: 'lived', region: null }] },
      })
      await failureOf(api.place.remove({ id }), 'conflict')
      await api.audit.undo({ id: added.auditId })
      assert.deepEqual((await visitor.place.show({ id })).names, names)
      await api.audit.undo({ id: auditId })
      assert.equal((await fetch(`${url}/place/${id}`)).status, 404)
      await failureOf(api.audit.undo({ id: auditId }), 'conflict')
    },
  )

  await t.test('a new place without a name, region or valid point is refused', async () => {
    const place = { name: '某地', lng: 109.5, lat: 18.2, region: { country: 'CN', province: '海南' } }
    const refused = async (wrong: object) =>
      Object.keys((await failureOf(api.place.create({ ...place, ...wrong }), 'invalid')).data?.fields ?? {})
    assert.deepEqual(await refused({ name: ' ' }), ['name'])
    assert.deepEqual(await refused({ lng: 181 }), ['lng'])
    assert.deepEqual(await refused({ lat: null }), ['lat'])
    assert.deepEqual(await refused({ region: { country: 'CN', province: null } }), ['region'])
    assert.deepEqual(await refused({ region: { country: 'ZZ', province: null } }), ['region.country'])
    assert.deepEqual(await refused({ names: [{ name: '甲', kind: 'nick' }] }), ['names.0.kind'])
    const reader = await newUser('读者')
    await failureOf(visitor.place.create(place), 'unauthorized')
    await failureOf(reader.api.place.create(place), 'forbidden')
  })

  await t.test('an outdated version and invalid names are refused', async () => {
    const { id, name, lng, lat, version } = await lineOf()
    const place = { id, name, lng, lat, version, region: { country: 'CN', province: '陕西' } }
    await failureOf(api.place.update({ ...place, names: [{ name: '', kind: 'old' }] }), 'invalid')
    await update([{ name: '镐京', kind: 'old' }])
    await failureOf(api.place.update({ ...place, names: [] }), 'conflict')
  })
})

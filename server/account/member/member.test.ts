import assert from 'node:assert/strict'
import { test } from 'node:test'
import { v7 as newId } from 'uuid'
import type { Role } from '#shared/api/account/user.ts'
import { failureOf, startTestSite } from '../../../test/test-site.ts'

test('user administration', async (t) => {
  const { visitor, db, newUser } = await startTestSite(t)
  const newStaff = (roles: Role[], name?: string) => newUser(name, roles)
  const noOtherAdmins = () => db.updateTable('user').set({ roles: [] }).execute()
  const countAdmins = async () =>
    (await db.selectFrom('user').select('roles').execute()).filter(({ roles }) => roles.includes('admin')).length

  await t.test('an admin finds users by part of a name or address, by id and by state, page by page', async () => {
    const { api } = await newStaff(['admin'])
    const found = await newUser('五柳_先生')
    await newUser('五柳先生')
    const names = async (input: Parameters<typeof api.user.list>[0]) =>
      (await api.user.list(input)).list.map(({ name }) => name)
    assert.deepEqual(await names({ query: '五柳' }), ['五柳先生', '五柳_先生'])
    assert.deepEqual(await names({ query: '柳_' }), ['五柳_先生'])
    assert.deepEqual(await names({ query: found.email.toUpperCase() }), ['五柳_先生'])
    assert.deepEqual(await names({ query: found.user.id }), ['五柳_先生'])
    assert.deepEqual(await names({ query: '没有这个人' }), [])
    await newStaff(['editor'], '阿编')
    assert.deepEqual((await names({ state: 'editor' }))[0], '阿编')
    const first = await api.user.list({ limit: 2 })
    const second = await api.user.list({ limit: 2, cursor: first.nextCursor ?? '' })
    assert.equal(new Set([...first.list, ...second.list].map(({ id }) => id)).size, 4)
    assert.ok(first.total >= 4 && first.list[0]?.lastSeenAt)
    await failureOf(api.user.list({ cursor: 'x' }), 'invalid')
  })

  await t.test('users who are not admins cannot list or change users', async () => {
    const target = await newUser()
    for (const api of [(await newUser()).api, (await newStaff(['editor'])).api]) {
      await failureOf(api.user.list(), 'forbidden')
      await failureOf(api.audit.list(), 'forbidden')
      await failureOf(api.user.setRoles({ id: target.user.id, roles: ['admin'] }), 'forbidden')
      await failureOf(api.user.suspend({ id: target.user.id, reason: '试试' }), 'forbidden')
      await failureOf(api.user.unsuspend({ id: target.user.id }), 'forbidden')
    }
    await failureOf(visitor.user.list(), 'unauthorized')
  })

  await t.test(
    'roles are granted and revoked, take effect at once, notify the user and are in the audit trail',
    async () => {
      const admin = await newStaff(['admin'], '站长')
      const testUser = await newUser('阿读')
      await failureOf(testUser.api.search.misses(), 'forbidden')
      const { roles } = await admin.api.user.setRoles({
        id: testUser.user.id,
        roles: ['admin', 'editor', 'admin'].slice(0, 2) as Role[],
      })
      assert.deepEqual(roles, ['editor', 'admin'])
      await testUser.api.search.misses()
      await admin.api.user.setRoles({ id: testUser.user.id, roles: [] })
      await failureOf(testUser.api.search.misses(), 'forbidden')
      const { list, total } = await admin.api.audit.list({ targetId: testUser.user.id })
      assert.equal(total, 2)
      assert.deepEqual(
        list.map(({ actor, action, targetName, detail }) => [actor?.name, action, targetName, detail]),
        [
          ['站长', 'user.setRoles', '阿读', { before: ['editor', 'admin'], after: [] }],
          ['站长', 'user.setRoles', '阿读', { before: [], after: ['editor', 'admin'] }],
        ],
      )
      const messages = await db
        .selectFrom('message')
        .select('excerpt')
        .where('userId', '=', testUser.user.id)
        .orderBy('id')
        .execute()
      assert.deepEqual(
        messages.map(({ excerpt }) => excerpt),
        ['管理员把你的身份改成了编辑、管理员。', '管理员收回了你的编辑身份，你现在是读者。'],
      )
      await failureOf(admin.api.user.setRoles({ id: newId(), roles: [] }), 'missing')
      await failureOf(admin.api.user.setRoles({ id: testUser.user.id, roles: ['king' as Role] }), 'invalid')
    },
  )

  await t.test(
    'a user is suspended with a reason, which the user and the audit trail receive, and the suspension is ended',
    async () => {
      const { api, user } = await newStaff(['admin'])
      const testUser = await newUser()
      const id = testUser.user.id
      await failureOf(api.user.suspend({ id, reason: ' ' }), 'invalid')
      assert.equal((await api.user.suspend({ id, reason: '发广告' })).suspendReason, '发广告')
      await failureOf(testUser.api.passkey.newChallenge(), 'suspended')
      assert.deepEqual(
        (await api.user.list({ state: 'suspended' })).list.map((one) => one.id),
        [id],
      )
      await api.user.unsuspend({ id })
      await testUser.api.passkey.newChallenge()
      await failureOf(api.user.unsuspend({ id }), 'conflict')
      await failureOf(api.user.suspend({ id: user.id, reason: '我自己' }), 'conflict')
      const { list } = await api.audit.list({ actorId: user.id, action: 'user.suspend' })
      assert.deepEqual(
        list.map(({ targetId, detail }) => [targetId, detail]),
        [[id, { reason: '发广告' }]],
      )
    },
  )

  await t.test('the last admin keeps the role, also when two admins revoke each other concurrently', async () => {
    for (const act of ['roles', 'suspend'] as const) {
      await noOtherAdmins()
      const [one, other] = [await newStaff(['admin']), await newStaff(['admin'])]
      const revoke = (by: typeof one, { user: { id } }: typeof one) =>
        act === 'roles' ? by.api.user.setRoles({ id, roles: [] }) : by.api.user.suspend({ id, reason: '抢先' })
      const tries = await Promise.allSettled([revoke(one, other), revoke(other, one)])
      assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
      assert.equal(await countAdmins(), act === 'roles' ? 1 : 2)
    }
    await noOtherAdmins()
    const last = await newStaff(['admin', 'editor'])
    await failureOf(last.api.user.setRoles({ id: last.user.id, roles: ['editor'] }), 'conflict')
    assert.deepEqual((await last.api.user.show()).roles, ['admin', 'editor'])
  })

  await t.test('the audit trail is listed page by page', async () => {
    const { api } = await newStaff(['admin'])
    const testUser = await newUser()
    for (const roles of [['editor'], [], ['editor']] as Role[][])
      await api.user.setRoles({ id: testUser.user.id, roles })
    const first = await api.audit.list({ targetId: testUser.user.id, limit: 2 })
    const second = await api.audit.list({ targetId: testUser.user.id, limit: 2, cursor: first.nextCursor ?? '' })
    assert.deepEqual([first.list.length, second.list.length, second.nextCursor], [2, 1, null])
    await failureOf(api.audit.list({ cursor: 'x' }), 'invalid')
    await failureOf(api.audit.list({ action: 'drop table' }), 'invalid')
  })
})

import { topic } from '#server/platform/cache/topics.ts'
import { sql } from 'kysely'
import { fail } from '#shared/api/failure.ts'
import type { Member } from '#shared/api/account/member.ts'
import type { Role } from '#shared/api/account/user.ts'
import { writeAudit } from '#server/account/audit/write-audit.ts'
import { invalidate } from '#server/platform/cache/changes.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { postMessage } from '#server/account/message/post-message.ts'
import { deleteTotp } from '#server/account/totp/write-totp.ts'
import { requireActiveAdmin, requireAnotherAdmin, lockAdmins } from './admin-lock.ts'
import { findMember } from './member-queries.ts'

interface MemberChange {
  action: string
  detail?: Record<string, unknown>
  /** The text of the system message that informs the user of the change. */
  notice: string
}

/**
 * Runs one change that an admin makes to a user in a single transaction: it takes the lock on the set of admins, checks
 * that the caller is still an active admin, applies the change, writes the audit log, posts a system message to the
 * user and invalidates the cached pages that show the user. Fails as `missing` when the account does not exist or was
 * deleted.
 */
async function changeMember(
  db: Db,
  actorId: string,
  id: string,
  apply: (db: Db, before: Member) => Promise<MemberChange>,
): Promise<Member> {
  return db.transaction().execute(async (db) => {
    await lockAdmins(db)
    await requireActiveAdmin(db, actorId)
    const before = await findMember(db, id)
    if (before === undefined || before.deletedAt !== null) return fail('missing', '没有这个人，可能已经注销')
    const { action, detail = {}, notice } = await apply(db, before)
    await writeAudit(db, { actorId, action, targetType: 'user', targetId: id, detail })
    await postMessage(db, { userId: id, kind: 'system', actorId, itemType: null, itemId: null, excerpt: notice })
    await invalidate(db, topic.user(id))
    return (await findMember(db, id)) ?? before
  })
}

const roleNames: Record<Role, string> = { editor: '编辑', admin: '管理员' }

/** Replaces all roles of a user. Fails as `conflict` when it would leave the site without an active admin. */
export function setRoles(db: Db, actorId: string, id: string, wanted: Role[]): Promise<Member> {
  const roles = (['editor', 'admin'] as const).filter((role) => wanted.includes(role))
  return changeMember(db, actorId, id, async (db, { roles: before }) => {
    if (before.includes('admin') && !roles.includes('admin')) await requireAnotherAdmin(db, id)
    await db.updateTable('user').set({ roles }).where('id', '=', id).execute()
    const names = roles.map((role) => roleNames[role]).join('、')
    return {
      action: 'user.setRoles',
      detail: { before, after: roles },
      notice: names === '' ? '管理员收回了你的编辑身份，你现在是读者。' : `管理员把你的身份改成了${names}。`,
    }
  })
}

/**
 * Suspends a user, who may then read but not write. Fails as `conflict` for the calling admin's own account and for the
 * last active admin.
 */
export function suspend(db: Db, actorId: string, id: string, reason: string): Promise<Member> {
  if (actorId === id) fail('conflict', '不能停用自己的账号')
  return changeMember(db, actorId, id, async (db, { roles }) => {
    if (roles.includes('admin')) await requireAnotherAdmin(db, id)
    await db
      .updateTable('user')
      .set({ suspendedAt: sql`coalesce(suspended_at, now())`, suspendReason: reason })
      .where('id', '=', id)
      .execute()
    return { action: 'user.suspend', detail: { reason }, notice: `你的账号已被停用，只能浏览：${reason}` }
  })
}

/** Ends the suspension of a user. Fails as `conflict` when the user is not suspended. */
export function unsuspend(db: Db, actorId: string, id: string): Promise<Member> {
  return changeMember(db, actorId, id, async (db, { suspendedAt, suspendReason }) => {
    if (suspendedAt === null) fail('conflict', '这个账号没有被停用')
    await db.updateTable('user').set({ suspendedAt: null, suspendReason: null }).where('id', '=', id).execute()
    return { action: 'user.unsuspend', detail: { reason: suspendReason }, notice: '你的账号已经恢复，可以照常使用了。' }
  })
}

/**
 * Turns off two-step verification for a user who has lost their authenticator. Fails as `conflict` when two-step
 * verification is off already.
 */
export function resetTotp(db: Db, actorId: string, id: string): Promise<Member> {
  return changeMember(db, actorId, id, async (db) => {
    if (!(await deleteTotp(db, id))) fail('conflict', '这个账号没有开两步验证')
    return { action: 'user.resetTotp', notice: '管理员关闭了你的两步验证，请到「设置」里重新开启。' }
  })
}

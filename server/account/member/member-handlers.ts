import type { member } from '#shared/api/account/member.ts'
import { requireUser } from '#server/http/call/require-user.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { resetTotp, setRoles, suspend, unsuspend } from './change-member.ts'
import { countMembers, listMembers } from './member-queries.ts'
import { notifyOwner } from '#server/account/user/notify-owner.ts'

export const memberHandlers: NounHandlers<typeof member> = {
  async list({ limit, cursor, ...filter }, { db }) {
    const [page, total] = await Promise.all([listMembers(db, filter, limit, cursor), countMembers(db, filter)])
    return { ...page, total }
  },
  setRoles: ({ id, roles }, context) => setRoles(context.db, requireUser(context).id, id, roles),
  suspend: ({ id, reason }, context) => suspend(context.db, requireUser(context).id, id, reason),
  unsuspend: ({ id }, context) => unsuspend(context.db, requireUser(context).id, id),
  async resetTotp({ id }, context) {
    const member = await resetTotp(context.db, requireUser(context).id, id)
    notifyOwner(context, member.email, 'secondStepOff')
    return member
  },
}

import { randomBytes } from 'node:crypto'
import { fail } from '#shared/api/failure.ts'
import type { totp } from '#shared/api/account/totp.ts'
import { requireUser, failLostSession } from '#server/http/call/require-user.ts'
import { openSession } from '#server/account/session/open-session.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { notifyUser } from '#server/account/user/notify-owner.ts'
import { findUser } from '#server/account/user/user-queries.ts'
import { verifySecondStep, verifySecondCode } from './second-step.ts'
import { base32 } from './totp-code.ts'
import { countRecoveryCodes, findTotp } from './totp-queries.ts'
import { deleteTotp, putSecret, renewRecoveryCodes } from './write-totp.ts'

const alreadyOn = '两步验证已经开启，要更换验证器，请先关闭它'

export const totpHandlers: NounHandlers<typeof totp> = {
  async show(_, context) {
    const { id } = requireUser(context)
    const known = await findTotp(context.db, id)
    if (!known?.confirmedAt) return { isOn: false, countRecoveryCodes: 0 }
    return { isOn: true, countRecoveryCodes: await countRecoveryCodes(context.db, id) }
  },

  async begin(_, context) {
    const { id } = requireUser(context)
    const { db, site } = context
    const secret = randomBytes(20)
    if (!(await putSecret(db, id, secret))) fail('conflict', alreadyOn)
    const { email, phoneNumber, name } = (await findUser(db, id)) ?? failLostSession()
    const label = [site.name, email ?? phoneNumber ?? name].map(encodeURIComponent).join(':')
    const text = base32(secret)
    return { secret: text, uri: `otpauth://totp/${label}?secret=${text}&issuer=${encodeURIComponent(site.name)}` }
  },

  async confirm({ code }, context) {
    const { id, sessionId } = requireUser(context)
    const known = (await findTotp(context.db, id)) ?? fail('conflict', '请先在验证器里添加这个账号')
    if (known.confirmedAt) fail('conflict', alreadyOn)
    await verifySecondCode(context.db, id, sessionId, code)
    return { recoveryCodes: await renewRecoveryCodes(context.db, id) }
  },

  async renewCodes({ code }, context) {
    const { id, sessionId } = requireUser(context)
    await verifySecondCode(context.db, id, sessionId, code)
    return { recoveryCodes: await context.db.transaction().execute((db) => renewRecoveryCodes(db, id)) }
  },

  async remove({ code }, context) {
    const { id, sessionId } = requireUser(context)
    await verifySecondCode(context.db, id, sessionId, code)
    await context.db.transaction().execute((db) => deleteTotp(db, id))
    await notifyUser(context, id, 'secondStepOff')
    return null
  },

  async login({ ticket, code }, context) {
    return openSession(context, await verifySecondStep(context.db, ticket, code, context.address))
  },
}

import * as z from 'zod/mini'
import { Code } from './account.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { LoggedIn } from './user.ts'

/** Six digits from an authenticator, or a recovery code. Spaces, hyphens and capitals are accepted. */
export const SecondCode = z.pipe(
  z.pipe(
    z.string({ error: '请填写' }).check(z.maxLength(40, '太长了')),
    z.transform((value: string) => value.toLowerCase().replace(/[\s-]/g, '')),
  ),
  z.string().check(z.regex(/^(\d{6}|[a-z2-7]{10})$/, '须为验证器上的 6 位数字，或一个恢复码')),
)
const RecoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) })

export const totp = {
  show: endpoint({
    method: 'GET',
    path: '/user/totp',
    access: 'reader',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'Get whether two-step login is on, and how many recovery codes are left',
    input: z.object({}),
    output: z.strictObject({ isOn: z.boolean(), countRecoveryCodes: z.int() }),
  }),
  begin: endpoint({
    method: 'POST',
    path: '/user/totp/secret',
    access: 'editor',
    effect: 'write',
    timeout: 15,
    rate: 20,
    requiresConfirmation: true,
    summary: 'Create a secret for an authenticator; it takes effect once a code has confirmed it',
    input: z.object({}),
    output: z.strictObject({ secret: z.string(), uri: z.string() }),
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/user/totp',
    access: 'editor',
    effect: 'write',
    timeout: 15,
    rate: 20,
    summary: 'Turn two-step login on; its recovery codes are shown only in this answer',
    input: z.object({ code: Code }),
    output: RecoveryCodes,
  }),
  renewCodes: endpoint({
    method: 'POST',
    path: '/user/totp/recoveryCodes',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: 20,
    summary: 'Replace the recovery codes with ten new ones',
    input: z.object({ code: SecondCode }),
    output: RecoveryCodes,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/user/totp',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: 20,
    summary: 'Turn two-step login off',
    input: z.object({ code: SecondCode }),
    output: z.null(),
  }),
  login: endpoint({
    method: 'POST',
    path: '/auth/totp',
    access: 'anyone',
    effect: 'write',
    timeout: 15,
    rate: 30,
    summary: 'Finish a login that failed as `secondStep`, with the ticket from that failure',
    input: z.object({
      ticket: z.string().check(z.minLength(1, '请填写'), z.maxLength(100, '太长了')),
      code: SecondCode,
    }),
    output: LoggedIn,
  }),
}

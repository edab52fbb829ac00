import * as z from 'zod/mini'
import type { Access, Endpoint } from '#shared/api/endpoint.ts'
import { fail, type Success } from '#shared/api/failure.ts'
import type { Context, SignedIn } from '../context.ts'
import { fieldMessages } from './field-messages.ts'

export type Handler = (input: unknown, context: Context) => unknown

/** One call from parsed request to envelope, whoever carries it: access, input, handler, output. Throws a `Failure` for what is refused. */
export async function answerCall(
  endpoint: Endpoint,
  handler: Handler,
  input: unknown,
  context: Context,
): Promise<Success> {
  demandAccess(endpoint.access, context.user)
  const parsed = z.safeParse(endpoint.input, input, { reportInput: true })
  if (!parsed.success) return fail('invalid', '有几处填得不对，请核对', { fields: fieldMessages(parsed.error) })
  const answer = await handler(parsed.data, context)
  return { code: 0, data: z.parse(endpoint.output, answer), message: '' }
}

export function demandAccess(access: Access, user: SignedIn | null) {
  if (access === 'anyone') return
  if (user === null) fail('unauthorized', '请先登录')
  if (access === 'reader' || user.roles.includes('admin')) return
  if (access === 'admin' || !user.roles.includes('editor'))
    fail('forbidden', access === 'admin' ? '这里只有管理员能用' : '这里只有编辑能用')
}

import * as z from 'zod/mini'
import type { Endpoint } from '#shared/api/endpoint.ts'
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
  demandAccess(endpoint, context.user)
  const parsed = z.safeParse(endpoint.input, input, { reportInput: true })
  if (!parsed.success) return fail('invalid', '有几处填得不对，请核对', { fields: fieldMessages(parsed.error) })
  const answer = await handler(parsed.data, context)
  return { code: 0, data: z.parse(endpoint.output, answer), message: '' }
}

/** What of a row decides who may call it. */
type Door = Pick<Endpoint, 'access' | 'method' | 'path' | 'openToSuspended' | 'freshOnly'>

export function demandAccess(endpoint: Door, user: SignedIn | null) {
  const { access, freshOnly } = endpoint
  if (access === 'anyone') return
  if (user === null) fail('unauthorized', '请先登录')
  if (user.suspended !== null && !isOpenToSuspended(endpoint))
    fail('suspended', `你的账号已被停用：${user.suspended}。你仍可以浏览；如有异议，请联系站点的管理员`)
  demandRole(access, user)
  if (freshOnly && !user.isFresh) fail('unconfirmed', '离你登录有一阵了，请先确认是你本人，再做这一步')
}

function demandRole(access: Endpoint['access'], { roles }: SignedIn) {
  if (access === 'reader' || roles.includes('admin')) return
  if (access === 'admin' || !roles.includes('editor'))
    fail('forbidden', access === 'admin' ? '这里只有管理员能用' : '这里只有编辑能用')
}

/** Whoever is suspended reads on: lists are read with POST too. Editors’ calls are closed to him altogether. */
function isOpenToSuspended({ access, method, path, openToSuspended }: Door) {
  return access === 'reader' && (openToSuspended === true || method === 'GET' || /list$/i.test(path))
}

import type { Endpoint } from '#shared/api/endpoint.ts'
import { fail, type Success } from '#shared/api/failure.ts'
import type { Context, SignedIn } from './context.ts'
import * as z from 'zod/mini'

type Issue = z.core.$ZodIssue

const typeNames: Record<string, string> = {
  string: '文字',
  number: '数字',
  int: '整数',
  boolean: 'true 或 false',
  array: '列表',
  object: '一组字段',
}

export type Handler = (input: unknown, context: Context) => unknown

/**
 * Runs one API call, over HTTP or in process: checks the access and the input, calls the handler and checks the output.
 * Throws a `Failure` when the call is refused.
 */
export async function answerCall(
  endpoint: Endpoint,
  handler: Handler,
  input: unknown,
  context: Context,
): Promise<Success> {
  requireAccess(endpoint, context.user)
  if (endpoint.effect === 'write' && context.site.isReadOnly)
    fail('unavailable', '网站正在维护，现在只能浏览，不能登录和保存，请稍后再来')
  const parsed = z.safeParse(endpoint.input, input, { reportInput: true })
  if (!parsed.success) return fail('invalid', '有几处填得不对，请核对', { fields: fieldMessages(parsed.error) })
  // `replicas.run` may call the handler twice: if a replica of the database fails, the call is repeated on the primary.
  // Only handlers that read public data may be run twice.
  const isPublicRead = endpoint.access === 'anyone' && endpoint.effect === 'read'
  const answer =
    isPublicRead && context.replicas !== null
      ? await context.replicas.run(async (db) => handler(parsed.data, { ...context, db }))
      : await handler(parsed.data, context)
  return { code: 0, data: z.parse(compiledOutput(endpoint.output), answer), message: '' }
}

const compiledOutputs = new WeakMap<z.ZodMiniType, z.ZodMiniType>()

/**
 * Returns the schema of an output, compiled to a function on first use, because the compiled check takes a sixth of the
 * time. The check fails for fields that the schema does not name, so that no secret can get out; TypeScript allows such
 * additional fields.
 */
function compiledOutput(schema: z.ZodMiniType): z.ZodMiniType {
  let compiled = compiledOutputs.get(schema)
  if (compiled === undefined) compiledOutputs.set(schema, (compiled = z.compile(schema)))
  return compiled
}

/** The fields in the definition of an API call that decide who may make the call. */
type AccessRule = Pick<Endpoint, 'access' | 'effect' | 'openToSuspended' | 'requiresConfirmation'>

/** Throws a `Failure` unless this user may make the API call. */
export function requireAccess(rule: AccessRule, user: SignedIn | null) {
  const { access, requiresConfirmation } = rule
  if (access === 'anyone') return
  if (user === null) fail('unauthorized', '请先登录')
  if (user.suspended !== null && !isOpenToSuspended(rule))
    fail('suspended', `你的账号已被停用：${user.suspended}。你仍可以浏览；如有异议，请联系站点的管理员`)
  requireRole(access, user)
  if (requiresConfirmation && !user.isFresh) fail('unconfirmed', '离你登录有一阵了，请先确认是你本人，再做这一步')
}

function requireRole(access: Endpoint['access'], { roles }: SignedIn) {
  if (access === 'reader' || roles.includes('admin')) return
  if (access === 'admin' || !roles.includes('editor'))
    fail('forbidden', access === 'admin' ? '这里只有管理员能用' : '这里只有编辑能用')
}

/**
 * Returns whether suspended users may make the API call: they may read and delete their own data, but not use calls of
 * editors and admins.
 */
function isOpenToSuspended({ access, effect, openToSuspended }: AccessRule) {
  return access === 'reader' && (effect === 'read' || openToSuspended === true)
}

/**
 * Returns a Chinese error message for each invalid field of a call's input, by the path of the field. Messages that the
 * input schema defines take precedence over generic ones.
 */
function fieldMessages({ issues }: { issues: Issue[] }): Record<string, string> {
  const messages: Record<string, string> = Object.create(null)
  for (const issue of issues) {
    messages[issue.path.join('.') || '_'] ??= /[\u4e00-\u9fff]/.test(issue.message) ? issue.message : inChinese(issue)
  }
  return messages
}

function inChinese(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? '请填写' : `须为${typeNames[issue.expected] ?? issue.expected}`
    case 'too_small':
      return issue.origin === 'number' ? `不能小于 ${issue.minimum}` : `至少 ${issue.minimum}`
    case 'too_big':
      return issue.origin === 'number' ? `不能大于 ${issue.maximum}` : `最多 ${issue.maximum}`
    case 'invalid_value':
      return `须为 ${issue.values.join('、')} 之一`
    default:
      return '格式不对'
  }
}

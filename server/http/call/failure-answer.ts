import { Failure, type FailureAnswer, type FailureKind, failures } from '#shared/api/failure.ts'
import { isViolationOf, violatedForeignKey } from '#server/platform/db/violation.ts'
import { type Outage, outageOf } from './outage.ts'

/** Returns the body of the HTTP response to a failed API call. */
export function toFailureAnswer({ kind, message, data }: Failure, requestId: string): FailureAnswer {
  const { code, status } = failures[kind]
  return { code, httpCode: status, message, requestId, data }
}

/**
 * Converts a thrown value to the failure that the caller receives. The details of unexpected errors are only in the
 * log.
 */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  // The caller or another user has deleted their account while the call was writing something of them.
  if (isViolationOf(error, 'user_is_not_deleted'))
    return new Failure('conflict', '账号刚刚注销了，这一步没有保存，请刷新后再试', null, { cause: error })
  const key = violatedForeignKey(error)
  if (key !== undefined) return new Failure('conflict', describeLoss(key), null, { cause: error })
  const status = statusOf(error)
  const known = statusKinds[status]
  if (known !== undefined) return new Failure(...known, null, { cause: error })
  if (status >= 400 && status < 500) return new Failure('invalid', '这个请求不能这样发', null, { cause: error })
  const outage = outageOf(error)
  if (outage !== undefined)
    return new Failure('unavailable', outageMessages[outage], { retryAfter: 10 }, { cause: error })
  return new Failure('broken', '服务器出错了，请稍后再试；如果总是这样，请把请求编号告诉站长', null, { cause: error })
}

/** Names of what foreign keys refer to, by the end of the column. */
const referents: [column: RegExp, name: string][] = [
  [/tag_id$/, '标签'],
  [/place_id$/, '地方'],
  [/person_id$/, '人物'],
  [/book_id$/, '书'],
  [/video_id$/, '视频'],
  [/edition_id$/, '版本'],
  [/tour_id$/, '漫游'],
  [/comment_id$|parent_id$|reply_to$/, '评论'],
]

/**
 * Describes the violation of a foreign key for the user. The queries before the write have found every row, so another
 * user has deleted or merged one of them since, or begun to use one that was to be deleted.
 */
function describeLoss({ column, isMissing }: { column: string; isMissing: boolean }): string {
  const name = referents.find(([pattern]) => pattern.test(column))?.[1] ?? '内容'
  return isMissing
    ? `要用的${name}刚被合并或移除了，这次没有保存，请刷新后再试`
    : '别处刚开始用到它，不能移除，请刷新后再看'
}

const outageMessages: Record<Outage, string> = {
  database: '数据库暂时连不上，请稍后再试',
  readOnly: '网站现在只能浏览，不能保存，请稍后再试',
  disk: '网站的空间满了，现在不能保存；浏览不受影响，请稍后再试',
  store: '存放文件的地方暂时连不上，请稍后再试',
}

/**
 * The failures into which errors of the web framework Fastify are converted, by HTTP status; the caller has caused
 * these errors.
 */
const statusKinds: Record<number, [FailureKind, string]> = {
  400: ['invalid', '请求的格式不对，请检查后再试'],
  404: ['missing', '没有这个接口'],
  413: ['tooLarge', '内容太大了，请精简后再试'],
  414: ['tooLarge', '网址太长了'],
  415: ['unsupported', '只接受 JSON'],
  429: ['tooMany', '操作太频繁了，请稍等一会儿再试'],
}

function statusOf(error: unknown): number {
  const status = (error as { statusCode?: unknown } | null)?.statusCode
  return typeof status === 'number' ? status : 500
}

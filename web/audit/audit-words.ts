import type { AuditEntry } from '#shared/api/audit.ts'

type Detail = AuditEntry['detail']

interface AuditWords {
  /** In the filter, and before what it was done to. */
  label: string
  /** What else is worth reading. */
  more?: (detail: Detail) => string
}

const roleNames: Record<string, string> = { editor: '编辑', admin: '管理员' }
const reason = ({ reason: said }: Detail) => (typeof said === 'string' && said !== '' ? `原因：${said}` : '')

/** What each action is called, in the order of the filter. One that is not here is shown by its own name. */
export const auditWords: Record<string, AuditWords> = {
  'user.setRoles': { label: '改身份', more: ({ before, after }) => `${namesOf(before)} → ${namesOf(after)}` },
  'user.suspend': { label: '停用账号', more: reason },
  'user.unsuspend': { label: '恢复账号' },
  'user.resetTotp': { label: '关掉两步验证' },
  'user.leave': { label: '注销了自己的账号' },
  'comment.delete': { label: '删评论', more: reason },
  'comment.restore': { label: '恢复评论' },
  'comment.approve': { label: '放行评论' },
  'comment.keep': { label: '留下被举报的评论' },
  'video.create': { label: '收视频' },
  'video.update': { label: '改视频' },
  'video.remove': { label: '移走视频', more: ({ title }) => (typeof title === 'string' ? title : '') },
  'guard.words': { label: '改词表' },
}

function namesOf(roles: unknown): string {
  const names = (Array.isArray(roles) ? roles : []).map((role) => roleNames[String(role)] ?? String(role))
  return names.join('、') || '读者'
}

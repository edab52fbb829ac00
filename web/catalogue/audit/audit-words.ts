import type { AuditEntry } from '#shared/api/audit.ts'
import type { RelationKind } from '#shared/api/book/relation.ts'
import { relationText } from '#shared/api/book/relation-text.ts'

type Detail = AuditEntry['detail']

interface AuditWords {
  /** Name of a kind of action in the audit log; it is shown in the filter and in front of the changed item. */
  label: string
  /** Returns further details of an action in the audit log as text. */
  more?: (detail: Detail) => string
}

const roleNames: Record<string, string> = { editor: '编辑', admin: '管理员' }
const reasonText = ({ reason }: Detail) => (textOf(reason) ? `原因：${textOf(reason)}` : '')

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const titleText = ({ title }: Detail) => (textOf(title) ? `《${textOf(title)}》` : '')
const undoText = ({ undoes }: Detail) => (undoes ? '撤销之前的一步' : '')
const mergeText = ({ loser, winner }: Detail) => `${textOf(loser)} → ${textOf(winner)}`
const former = ({ before }: Detail) => {
  const { title, name } = (before ?? {}) as { title?: string; name?: string }
  return title ?? name ?? ''
}
/** Returns the former name of a removed item, and whether its removal has undone an earlier action. */
const removed = (detail: Detail) => [former(detail), undoText(detail)].filter((text) => text !== '').join('，')

const nouns: Record<string, string> = {
  book: '书',
  edition: '版本',
  relation: '关系',
  video: '视频',
  tag: '标签',
  place: '地方',
  person: '人物',
  tour: '漫游',
  user: '用户',
  comment: '评论',
  recommendation: '推荐',
}

/**
 * Returns the name of a changed item that no longer exists: the name it had when the action was recorded, otherwise its
 * type.
 */
export function formerName({ targetType, detail }: Pick<AuditEntry, 'targetType' | 'detail'>): string {
  const { title, name } = (detail['before'] ?? detail['after'] ?? detail) as { title?: string; name?: string }
  return title ?? name ?? `一个已经不在的${nouns[targetType] ?? '东西'}`
}

/**
 * Describes each field that a recorded action has changed, with its old and new value; the values of long fields are
 * left out.
 */
function changes({ before, after, undoes }: Detail): string {
  const [was, is] = [before, after].map((draft) => (draft ?? {}) as Record<string, unknown>)
  const changed = Object.keys(is ?? {}).filter((name) => JSON.stringify(was?.[name]) !== JSON.stringify(is?.[name]))
  const descriptions = changed.map((name) => `${fieldNames[name] ?? name}${shortChange(was?.[name], is?.[name])}`)
  return [undoes ? '撤销：' : '', descriptions.join('；')].join('')
}

function shortChange(was: unknown, is: unknown): string {
  const isShort = [was, is].every((value) => value === null || (typeof value !== 'object' && String(value).length < 40))
  return isShort ? ` ${was ?? '空'} → ${is ?? '空'}` : ''
}

const fieldNames: Record<string, string> = {
  title: '标题',
  name: '名字',
  subtitle: '副题',
  originalTitle: '原名',
  authors: '作者',
  translators: '译者',
  publisher: '出版社',
  publishedYear: '首次出版年',
  originalLanguage: '原文语言',
  editions: '版本',
  isbn13: 'ISBN',
  pages: '页数',
  language: '语言',
  cover: '封面',
  desc: '介绍',
  tags: '标签',
  places: '地方',
  era: '年代',
  free: '免费的理由',
  kind: '种类',
  position: '次序',
  lng: '经度',
  lat: '纬度',
  country: '国家',
  province: '省份',
  names: '其他名字',
  born: '出生',
  died: '去世',
  ancestral: '籍贯',
  stops: '各站',
}

/**
 * Chinese descriptions of the actions in the audit log, in the order of the filter. An action without a description is
 * shown by its identifier.
 */
export const auditWords: Record<string, AuditWords> = {
  'user.setRoles': { label: '改身份', more: ({ before, after }) => `${namesOf(before)} → ${namesOf(after)}` },
  'user.suspend': { label: '停用账号', more: reasonText },
  'user.unsuspend': { label: '恢复账号' },
  'user.resetTotp': { label: '关闭两步验证' },
  'user.leave': { label: '注销了自己的账号' },
  'comment.delete': { label: '删评论', more: reasonText },
  'comment.restore': { label: '恢复评论' },
  'comment.approve': { label: '通过评论' },
  'comment.keep': { label: '留下被举报的评论' },
  'video.create': { label: '添加视频' },
  'video.update': { label: '改视频' },
  'video.remove': { label: '移除视频', more: ({ title }) => (typeof title === 'string' ? title : '') },
  'guard.words': { label: '改词表' },
  'system.backUp': { label: '备份' },
  'recommendation.approve': { label: '通过推荐', more: titleText },
  'recommendation.reject': {
    label: '退回推荐',
    more: (detail) => [titleText(detail), textOf(detail['note'])].join(' '),
  },
  'recommendation.undo': { label: '撤销对推荐的决定', more: titleText },
  'library.import': { label: '导入正文' },
  'library.replace': { label: '替换正文' },
  'library.restore': { label: '换回旧的正文' },
  'library.remove': { label: '移除正文' },
  'book.create': { label: '添加书', more: undoText },
  'book.update': { label: '改书', more: changes },
  'book.remove': { label: '移除书', more: removed },
  'book.merge': { label: '合并两本书', more: mergeText },
  'book.part': { label: '撤销合并书' },
  'edition.split': {
    label: '把版本拆成一本书',
    more: ({ edition, newTitle }) => `${textOf(edition)} → ${textOf(newTitle)}`,
  },
  'edition.move': { label: '移动版本', more: ({ edition, to }) => `${textOf(edition)} → ${textOf(to)}` },
  'edition.merge': { label: '合并两个版本', more: mergeText },
  'edition.unmerge': { label: '撤销合并版本', more: mergeText },
  'relation.create': { label: '添加两本书的关系', more: relationChange },
  'relation.update': { label: '改两本书的关系', more: relationChange },
  'relation.remove': { label: '移除两本书的关系', more: relationChange },
  'tag.create': { label: '添加标签', more: undoText },
  'tag.update': { label: '改标签', more: changes },
  'tag.remove': { label: '移除标签', more: removed },
  'tag.merge': { label: '合并两个标签', more: mergeText },
  'tag.part': { label: '撤销合并标签' },
  'place.create': { label: '添加地方', more: undoText },
  'place.update': { label: '改地方', more: changes },
  'place.remove': { label: '移除地方', more: removed },
  'place.merge': { label: '合并两处地方', more: mergeText },
  'place.part': { label: '撤销合并地方' },
  'person.create': { label: '添加人物', more: undoText },
  'person.update': { label: '改人物', more: changes },
  'person.remove': { label: '移除人物', more: removed },
  'person.merge': { label: '合并两位人物', more: mergeText },
  'person.part': { label: '撤销合并人物' },
  'tour.create': { label: '添加漫游', more: undoText },
  'tour.update': { label: '改漫游', more: changes },
  'tour.remove': { label: '移除漫游', more: removed },
}

/** Describes a relation between two books by its kind, their titles, and the sentence about the relation. */
function relationChange({ before, after, from, to }: Detail): string {
  const { kind, sentence } = (after ?? before ?? {}) as { kind?: RelationKind; sentence?: string }
  return kind === undefined ? '' : `${relationText(kind, textOf(from), textOf(to))}：${sentence ?? ''}`
}

function namesOf(roles: unknown): string {
  const names = (Array.isArray(roles) ? roles : []).map((role) => roleNames[String(role)] ?? String(role))
  return names.join('、') || '读者'
}

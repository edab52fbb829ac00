import { groupOf, type Message } from '#shared/api/community/message.ts'
import type { Site } from '#shared/api/site.ts'
import type { MessageRow } from './message-queries.ts'

/** Converts a database row to a message as the API returns it. */
export function toMessage(row: MessageRow, site: Pick<Site, 'featureVideo'>): Message {
  const { id, kind, countActors, itemType, itemId, excerpt, read, createTime, title } = row
  const actor = actorOf(row)
  return {
    id,
    kind,
    actor,
    countActors,
    itemType,
    itemId,
    title,
    href: hrefOf(row, site),
    excerpt,
    read,
    createTime: createTime.toISOString(),
  }
}

/**
 * Returns the user who caused a message; null for decisions of editors, who act in the name of the site, and for
 * deleted accounts.
 */
function actorOf({ kind, actorId, name, profile, deletedAt }: MessageRow): Message['actor'] {
  if (actorId === null || groupOf(kind) === 'recommend') return null
  return deletedAt === null
    ? { id: actorId, name: name ?? '', profile: profile ?? '' }
    : { id: actorId, name: '已注销用户', profile: '' }
}

/**
 * Returns the URL path of the thing that a message is about: a comment on its page, an approved book, or the user's own
 * rejected recommendation.
 */
function hrefOf({ kind, itemType, itemId, bookId, videoId }: MessageRow, { featureVideo }: Pick<Site, 'featureVideo'>) {
  if (kind === 'recommendRejected') return '/user/userInfo#recommend'
  const page = bookId !== null ? `/book/${bookId}` : videoId !== null && featureVideo ? `/video/${videoId}` : null
  if (page === null) return kind === 'recommendApproved' ? '/user/userInfo#recommend' : null
  return itemType === 'comment' ? `${page}#comment-${itemId}` : page
}

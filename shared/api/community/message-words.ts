import type { Message } from './message.ts'

type MessageSubject = Pick<Message, 'kind' | 'actor' | 'countActors' | 'title'>

/**
 * Returns a Chinese phrase for the event that a notification reports. The phrase has no subject; callers put
 * `actorWords` before it.
 */
export function messageWords({ kind, title }: MessageSubject): string {
  const book = title === null ? '' : `《${title}》`
  switch (kind) {
    case 'reply':
      return title === null ? '回复了你的评论' : `在${book}下回复了你`
    case 'like':
      return title === null ? '赞了你的评论' : `赞了你在${book}下的评论`
    case 'recommendApproved':
      return title === null ? '你的推荐通过了' : `你推荐的${book}通过了，谢谢你`
    case 'recommendRejected':
      return title === null ? '你的推荐没有通过' : `你推荐的${book}没有通过`
    case 'system':
      return '站内通知'
  }
}

/**
 * Returns the subject for the sentence of a notification: the name of one user, or the name of one user and the number
 * of others.
 */
export function actorWords({ actor, countActors }: MessageSubject): string {
  if (actor === null) return ''
  return countActors > 1 ? `${actor.name} 等 ${countActors} 人` : actor.name
}

import { Check, X } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import type { Message } from '#shared/api/community/message.ts'
import { actorWords, messageWords } from '#shared/api/community/message-words.ts'
import { Avatar } from '#web/frame/page/avatar.tsx'
import { useSite } from '#web/frame/page/use-site.ts'
import { formatTime } from '#web/ui/time-text.ts'

interface MessageRowProps {
  message: Message
  onRead: (id: string) => void
  onRemove: (id: string) => void
}

/** One message; opening its link marks it as read. */
export function MessageRow({ message, onRead, onRemove }: MessageRowProps) {
  const { id, actor, title, excerpt, read, createTime, href } = message
  const { name } = useSite()
  const words = `${actorWords(message)} ${messageWords(message)}`.trim()
  return (
    <article className="message-row" data-unread={read ? undefined : true}>
      <Avatar name={actor?.name ?? name} size={42} profile={actor?.profile ?? ''} />
      <div className="message-text">
        <h2>
          {!read && <span className="visually-hidden">未读：</span>}
          {href === null ? (
            words
          ) : (
            <a href={href} onClick={() => read || onRead(id)}>
              {words}
            </a>
          )}
        </h2>
        {excerpt && excerpt !== title && <p>{excerpt}</p>}
        <time dateTime={createTime}>{formatTime(createTime)}</time>
      </div>
      <div className="message-buttons">
        {!read && (
          <button type="button" className="icon-button" aria-label={`标为已读：${words}`} onClick={() => onRead(id)}>
            <Icon of={Check} size={18} />
          </button>
        )}
        <button type="button" className="icon-button" aria-label={`删除：${words}`} onClick={() => onRemove(id)}>
          <Icon of={X} size={18} />
        </button>
      </div>
    </article>
  )
}

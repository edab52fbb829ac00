import { CircleCheck } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { useEffect, useRef } from 'react'

interface SentNoteProps {
  title: string
  isChange: boolean
  onAgain: () => void
}

/** Message that the server has received the recommendation, with the next steps. */
export function SentNote({ title, isChange, onAgain }: SentNoteProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that sent the form no longer exists, so the focus moves to this heading for users of keyboards and
  // screen readers.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="empty recommendation-sent">
      <Icon of={CircleCheck} size={40} />
      <h2 tabIndex={-1} ref={heading}>
        收到了，谢谢你
      </h2>
      <p>
        《{title}》{isChange ? '已修改，' : ''}正在等编辑看。有了结果会在消息里告诉你，在那之前随时可以改。
      </p>
      <p className="recommendation-next">
        <a className="button" href="/user/userInfo#recommend">
          看我的推荐
        </a>
        {!isChange && (
          <button type="button" className="button button-quiet" onClick={onAgain}>
            再推荐一本
          </button>
        )}
      </p>
    </div>
  )
}

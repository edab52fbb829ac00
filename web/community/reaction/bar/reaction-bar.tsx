import type { Item } from '#shared/api/item.ts'
import { Bookmark, Heart } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { type ReactNode, useState, useEffect } from 'react'
import type { Ratings } from '#shared/api/community/reaction.ts'
import { ShareButton } from '#web/frame/share/share-button.tsx'
import { ShelfControl } from '#web/community/shelf/shelf-control.tsx'
import { api } from '#web/frame/session/session.ts'
import { ensureLogin } from '#web/community/reaction/intention.ts'
import { changeMyReaction, useLoadMyReaction, useMyReaction } from '#web/community/reaction/my-reaction-store.ts'
import { RatingStars } from '#web/community/reaction/rating-stars.tsx'
import { useHydrationMark } from '#web/frame/page/mark-hydrated.ts'
import { useIntention } from '#web/community/reaction/use-intention.ts'
import { useToggle } from '#web/community/reaction/use-toggle.ts'
import '#web/community/reaction/reaction.css'

interface ReactionBarProps extends Item {
  title: string
  likes: number
  countSave: number
  ratings: Ratings
}

/**
 * Buttons to like, save, rate and share a book or video, and to put a book on a shelf. Pass the id of the book or video
 * as `key`; the page must import `reaction.css`.
 */
export function ReactionBar({ itemType, itemId, title, likes, countSave, ratings }: ReactionBarProps) {
  const item = { itemType, itemId }
  const element = useHydrationMark<HTMLElement>()
  const mine = useMyReaction(item)
  const [notice, setNotice] = useState('')
  const like = useToggle({
    name: `like:${itemId}`,
    isOn: mine?.liked ?? false,
    count: likes,
    show: (liked) => changeMyReaction(item, () => ({ liked })),
    send: (on) => api.reaction.like({ ...item, on }),
    say: setNotice,
  })
  const save = useToggle({
    name: `save:${itemId}`,
    isOn: mine?.saved ?? false,
    count: countSave,
    show: (saved) => changeMyReaction(item, () => ({ saved })),
    send: (on) => api.reaction.save({ ...item, on }),
    say: setNotice,
  })
  useLoadMyReaction(item)
  useCountView(item)
  useIntention(item, ['like', 'save'], ({ act }) => void (act === 'like' ? like : save).change(true))
  return (
    <section className="reactions" data-late ref={element} aria-label="你的看法">
      <div className="reaction-row">
        <Switch
          label="喜欢"
          count={like.count}
          isOn={mine?.liked ?? false}
          onChange={(on) => ensureLogin(item, { act: 'like' }) && void like.change(on)}
          icon={<Icon of={Heart} size={20} />}
        />
        <Switch
          label="收藏"
          count={save.count}
          isOn={mine?.saved ?? false}
          onChange={(on) => ensureLogin(item, { act: 'save' }) && void save.change(on)}
          icon={<Icon of={Bookmark} size={20} />}
        />
        <ShareButton
          title={title}
          path={`/${itemType}/${itemId}`}
          poster={itemType === 'book' ? `/share/book/${itemId}/poster.png` : null}
          className="reaction-button"
        />
        {itemType === 'book' && <ShelfControl bookId={itemId} onNotice={setNotice} />}
      </div>
      <RatingStars item={item} ratings={ratings} onNotice={setNotice} />
      <p className="reaction-notice" role="status">
        {notice}
      </p>
    </section>
  )
}

interface SwitchProps {
  label: string
  count: number
  isOn: boolean
  onChange: (isOn: boolean) => void
  icon: ReactNode
}

function Switch({ label, count, isOn, onChange, icon }: SwitchProps) {
  return (
    <button type="button" className="reaction-button" aria-pressed={isOn} onClick={() => onChange(!isOn)}>
      {icon}
      {label}
      {count > 0 && <span className="count">{count}</span>}
    </button>
  )
}

/** Counts a view of a book once its page is hydrated. A video is counted when it starts to play. */
function useCountView({ itemType, itemId }: Item) {
  useEffect(() => {
    if (itemType === 'book') api.reaction.view({ itemType, itemId }).catch(() => undefined)
  }, [itemType, itemId])
}

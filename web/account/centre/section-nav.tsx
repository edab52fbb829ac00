import { useEffect, useRef } from 'react'
import { useUnread } from '#web/community/message/unread-store.ts'
import { type Counters, refreshCounters, useCounters } from '#web/account/counters-store.ts'

interface SectionNavProps {
  sections: { hash: string; label: string }[]
  /** URL fragment of the section of the user centre that is shown. */
  chosen: string
}

/** Navigation of the user centre, with the number of entries in each section. */
export function SectionNav({ sections, chosen }: SectionNavProps) {
  const counters = useCounters()
  const unread = useUnread((state) => state.count)
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    void refreshCounters()
    // On phones the tab of the open section may lie outside the visible part of the strip of tabs, so the strip is
    // scrolled.
    nav.current?.querySelector(`[href$="#${chosen}"]`)?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [chosen])
  return (
    <nav className="user-info-nav" aria-label="我的" ref={nav}>
      {sections.map(({ hash, label }) => (
        <a key={hash} href={`/user/userInfo#${hash}`} aria-current={hash === chosen ? 'page' : undefined}>
          {label}
          {hash === 'message' && unread > 0 ? (
            <span className="unread-count">
              {unread > 99 ? '99+' : unread}
              <span className="visually-hidden"> 条未读</span>
            </span>
          ) : (
            <span className="count">{countOf(counters, hash)}</span>
          )}
        </a>
      ))}
    </nav>
  )
}

/** Returns the number of entries in a section of the user centre, or undefined if it is zero or not loaded yet. */
function countOf({ likes, saves, recommends, comments }: Counters, hash: string): number | undefined {
  const counts: Record<string, number | undefined> = {
    like: likes && likes.books + likes.videos + likes.comments,
    save: saves && saves.books + saves.videos,
    recommend: recommends,
    comment: comments,
  }
  return counts[hash] || undefined
}

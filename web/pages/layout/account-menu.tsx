import { Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useUnread } from '#web/community/message/unread-store.ts'
import { watchUnread } from '#web/community/message/watch-unread.ts'
import { displayName, useSession } from '#web/frame/session/session-store.ts'
import { Avatar } from '#web/frame/page/avatar.tsx'
import { lazyComponent } from '#web/frame/page/lazy-component.ts'
import './account-menu.css'

/** The JavaScript of the account panel is loaded when the pointer or the focus reaches the avatar in the header. */
const AccountPanel = lazyComponent(
  async () => (await import('./account-panel.tsx')).AccountPanel,
  () => (
    <a className="account-name" href="/user/userInfo">
      我的
    </a>
  ),
)

/**
 * Avatar button of the header with a dot for unread messages, and the account panel that it opens. Watches the number
 * of unread messages while it is mounted.
 */
export function AccountMenu() {
  const userInfo = useSession((state) => state.userInfo)
  const unread = useUnread((state) => state.count)
  const [isPreloaded, setIsPreloaded] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const popover = useRef<HTMLDivElement>(null)
  const name = displayName(userInfo)
  useEffect(() => (userInfo.id === '' ? undefined : watchUnread()), [userInfo.id])
  // The account menu closes after a navigation.
  const here = useLocation()
  const lastLocation = useRef(here)
  useEffect(() => {
    if (lastLocation.current !== here) popover.current?.hidePopover()
    lastLocation.current = here
  }, [here])
  const preload = () => setIsPreloaded(true)
  return (
    <>
      <button
        type="button"
        className="account-button"
        popoverTarget="account-menu"
        aria-label={`${name}的菜单${unread > 0 ? `，${unread} 条未读消息` : ''}`}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={preload}
      >
        <Avatar name={name} size={42} profile={userInfo.profile} />
        {unread > 0 && <span className="unread-dot" />}
      </button>
      <div
        id="account-menu"
        className="panel account-menu"
        popover="auto"
        ref={popover}
        onToggle={(event) => setIsOpen(event.newState === 'open')}
      >
        {(isPreloaded || isOpen) && (
          <Suspense fallback={<p className="account-name">{name}</p>}>
            <AccountPanel isOpen={isOpen} />
          </Suspense>
        )}
      </div>
    </>
  )
}

import { Bookmark, Heart, LogOut, Mail, MessageSquareText, PenLine, Settings } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { logOut } from '../session/session.ts'
import { displayName, useSession } from '../session/session-store.ts'
import { Avatar } from '../ui/avatar.tsx'

const sections = [
  { hash: 'like', label: '喜欢', Icon: Heart },
  { hash: 'save', label: '收藏', Icon: Bookmark },
  { hash: 'recommend', label: '推荐', Icon: PenLine },
  { hash: 'comment', label: '评论', Icon: MessageSquareText },
  { hash: 'message', label: '消息', Icon: Mail },
  { hash: 'info', label: '设置', Icon: Settings },
]

/** The avatar, and what opens under it. */
export function AccountMenu() {
  const userInfo = useSession((state) => state.userInfo)
  const popover = useRef<HTMLDivElement>(null)
  const name = displayName(userInfo)
  // Whoever goes somewhere has made a choice: the menu closes.
  const here = useLocation()
  const shownAt = useRef(here)
  useEffect(() => {
    if (shownAt.current !== here) popover.current?.hidePopover()
    shownAt.current = here
  }, [here])
  return (
    <>
      <button type="button" className="account-button" popoverTarget="account-menu" aria-label={`${name}的菜单`}>
        <Avatar name={name} size={42} profile={userInfo.profile} />
      </button>
      <div id="account-menu" className="panel account-menu" popover="auto" ref={popover}>
        <a className="account-name" href="/user/userInfo">
          {name}
        </a>
        <a className="account-recommend" href="/user/recommend">
          我要推荐好书
        </a>
        <ul className="account-sections">
          {sections.map(({ hash, label, Icon }) => (
            <li key={hash}>
              <a href={`/user/userInfo#${hash}`}>
                <Icon size={18} strokeWidth={1.5} aria-hidden />
                {label}
              </a>
            </li>
          ))}
        </ul>
        <button type="button" className="account-logout" onClick={() => void logOut()}>
          <LogOut size={18} strokeWidth={1.5} aria-hidden />
          退出登录
        </button>
      </div>
    </>
  )
}

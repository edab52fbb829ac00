import { isEditor } from '#shared/api/account/is-editor.ts'
import {
  Bookmark,
  CalendarDays,
  ClipboardList,
  Heart,
  LibraryBig,
  LogOut,
  Mail,
  Map,
  MessageSquareText,
  PenLine,
  Settings,
  Timer,
  type IconNode,
} from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { type ReactNode, useEffect } from 'react'
import { useSite } from '#web/frame/page/use-site.ts'
import { useUnread } from '#web/community/message/unread-store.ts'
import { logOut } from '#web/frame/session/session.ts'
import { displayName, useSession } from '#web/frame/session/session-store.ts'
import { clearCounters, refreshCounters, useCounters } from '#web/account/counters-store.ts'
import './account-panel.css'

/** Account panel: the name of the user, links to their sections, and the logout button. */
export function AccountPanel({ isOpen }: { isOpen: boolean }) {
  const userInfo = useSession((state) => state.userInfo)
  useEffect(() => {
    if (isOpen) void refreshCounters()
  }, [isOpen])
  // The numbers of the user's likes and comments are cleared when the account panel is unmounted, because the next user
  // of the browser must not see them.
  useEffect(() => clearCounters, [])
  return (
    <>
      <a className="account-name" href="/user/userInfo">
        {displayName(userInfo)}
      </a>
      <a className="account-recommend" href="/user/recommend">
        我要推荐好书
      </a>
      <Sections />
      <button type="button" className="account-logout" onClick={() => void logOut()}>
        <Icon of={LogOut} size={18} />
        退出登录
      </button>
    </>
  )
}

function Sections() {
  const { likes, saves, recommends, comments } = useCounters()
  const unread = useUnread((state) => state.count)
  const { featureVideo } = useSite()
  const videos = (count: number) => (featureVideo ? ` · 视频 ${count}` : '')
  const mayEdit = useSession(({ userInfo }) => isEditor(userInfo.roles))
  return (
    <ul className="account-sections">
      <Section path="/user/userInfo#like" label="喜欢" icon={Heart}>
        {likes && `书 ${likes.books}${videos(likes.videos)} · 评论 ${likes.comments}`}
      </Section>
      <Section path="/user/userInfo#save" label="收藏" icon={Bookmark}>
        {saves && `书 ${saves.books}${videos(saves.videos)}`}
      </Section>
      <Section path="/user/userInfo#shelf" label="书架" icon={LibraryBig} />
      <Section path="/user/map" label="我的地图" icon={Map} />
      <Section path="/user/year" label="我的这一年" icon={CalendarDays} />
      <Section path="/user/reading" label="读书时间" icon={Timer} />
      <Section path="/user/userInfo#recommend" label="推荐" icon={PenLine}>
        {recommends}
      </Section>
      <Section path="/user/userInfo#comment" label="评论" icon={MessageSquareText}>
        {comments}
      </Section>
      <Section path="/user/userInfo#message" label="消息" icon={Mail}>
        {unread > 0 && (
          <span className="unread-count">
            {unread > 99 ? '99+' : unread}
            <span className="visually-hidden"> 条未读</span>
          </span>
        )}
      </Section>
      <Section path="/user/userInfo#info" label="设置" icon={Settings} />
      {mayEdit && <Section path="/admin" label="编辑台" icon={ClipboardList} />}
    </ul>
  )
}

interface SectionProps {
  path: string
  label: string
  icon: IconNode
  /** Number of entries in a section of the user centre; undefined while it is unknown. */
  children?: ReactNode
}

function Section({ path, label, icon, children }: SectionProps) {
  return (
    <li>
      <a href={path}>
        <Icon of={icon} size={18} />
        {label}
        <span className="account-count">{children}</span>
      </a>
    </li>
  )
}

import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { displayName, isLoggedIn, useSession } from '../session/session-store.ts'
import { Avatar } from '../ui/avatar.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { PageHead } from '../ui/page-head.tsx'

const settings = {
  hash: 'info',
  label: '设置',
  Section: lazyPart(async () => (await import('./account-settings.tsx')).AccountSettings),
}
const sections = [
  { hash: 'like', label: '喜欢', Section: Unopened },
  { hash: 'save', label: '收藏', Section: Unopened },
  { hash: 'shelf', label: '书架', Section: lazyPart(async () => (await import('../shelf/own-shelf.tsx')).OwnShelf) },
  {
    hash: 'recommend',
    label: '推荐',
    Section: lazyPart(async () => (await import('../recommend/own-recommendations.tsx')).OwnRecommendations),
  },
  { hash: 'comment', label: '评论', Section: Unopened },
  { hash: 'message', label: '消息', Section: Unopened },
  settings,
]

export function Component() {
  const session = useSession()
  const { hash } = useLocation()
  const chosen = sections.find((section) => `#${section.hash}` === hash) ?? settings
  return (
    <div className="user-info">
      <PageHead title="我的" description="你的收藏、评论、推荐与消息。" path={null} />
      {isLoggedIn(session) ? (
        <>
          <header className="user-info-head">
            <Avatar name={displayName(session.userInfo)} size={84} profile={session.userInfo.profile} />
            <h1>{displayName(session.userInfo)}</h1>
          </header>
          <nav className="user-info-nav" aria-label="我的">
            {sections.map((section) => (
              <a
                key={section.hash}
                href={`/user/userInfo#${section.hash}`}
                aria-current={section === chosen ? 'page' : undefined}
              >
                {section.label}
              </a>
            ))}
          </nav>
          <Suspense fallback={<p className="empty">正在读取……</p>}>
            <chosen.Section />
          </Suspense>
        </>
      ) : (
        <LoginFirst isChecked={session.isChecked} />
      )}
    </div>
  )
}

function LoginFirst({ isChecked }: { isChecked: boolean }) {
  return (
    <div className="empty">
      <h1>我的</h1>
      <p>{isChecked ? '登录之后，这里是你的收藏、评论、推荐与消息。' : '正在看你是谁……'}</p>
      {isChecked && (
        <a className="button" href="/user/login?redirect=%2Fuser%2FuserInfo">
          登录
        </a>
      )}
    </div>
  )
}

function Unopened() {
  return (
    <div className="empty">
      <p>这一栏还没有开放。先去找一本想读的书吧。</p>
      <a className="button" href="/book">
        看看好书
      </a>
    </div>
  )
}

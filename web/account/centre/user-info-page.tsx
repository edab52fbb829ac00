import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { displayName, isLoggedIn, useSession } from '#web/frame/session/session-store.ts'
import { Avatar } from '#web/frame/page/avatar.tsx'
import { lazyComponent } from '#web/frame/page/lazy-component.ts'
import { PageHead } from '#web/frame/page/page-head.tsx'
import { useSite } from '#web/frame/page/use-site.ts'
import { SectionNav } from './section-nav.tsx'
import './user-info.css'

const shelf = {
  hash: 'shelf',
  label: '书架',
  Section: lazyComponent(async () => (await import('#web/community/shelf/my-shelf.tsx')).MyShelf),
}
const sections = [
  shelf,
  { hash: 'like', label: '喜欢', Section: lazyComponent(async () => (await import('./my-collection.tsx')).MyLikes) },
  { hash: 'save', label: '收藏', Section: lazyComponent(async () => (await import('./my-collection.tsx')).MySaves) },
  {
    hash: 'recommend',
    label: '推荐',
    Section: lazyComponent(
      async () => (await import('#web/community/recommendation/my-recommendations.tsx')).MyRecommendations,
    ),
  },
  {
    hash: 'comment',
    label: '评论',
    Section: lazyComponent(async () => (await import('./my-comments.tsx')).MyComments),
  },
  {
    hash: 'message',
    label: '消息',
    Section: lazyComponent(async () => (await import('#web/community/message/my-messages.tsx')).MyMessages),
  },
  {
    hash: 'info',
    label: '设置',
    Section: lazyComponent(async () => (await import('#web/account/settings/account-settings.tsx')).AccountSettings),
  },
]

export function Component() {
  const session = useSession()
  const { hash, state } = useLocation() as { hash: string; state: { isNew?: boolean } | null }
  const chosen = sections.find((section) => `#${section.hash}` === hash) ?? shelf
  return (
    <div className="user-info">
      <PageHead title="我的" description="你的收藏、评论、推荐与消息。" path={null} />
      {isLoggedIn(session) ? (
        <>
          <header className="user-info-head">
            <Avatar name={displayName(session.userInfo)} size={84} profile={session.userInfo.profile} />
            <h1>{displayName(session.userInfo)}</h1>
          </header>
          {state?.isNew === true && <Welcome />}
          <SectionNav sections={sections} chosen={chosen.hash} />
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

/** Tells a user who has just registered what to do first. */
function Welcome() {
  const { name } = useSite()
  return (
    <section className="user-info-welcome" aria-label="欢迎">
      <p role="status">欢迎来到{name}，账号建好了。读过、在读和想读的书，放上书架就会出现在你的地图上。</p>
      <p className="user-info-steps">
        <a href="/book">找一本读过的书</a>
        <a href="/book/freeBook">读一本免费的书</a>
        <a href="/user/userInfo#info">填写资料</a>
      </p>
    </section>
  )
}

function LoginFirst({ isChecked }: { isChecked: boolean }) {
  return (
    <div className="empty">
      <h1>我的</h1>
      <p>{isChecked ? '登录之后，这里是你的收藏、评论、推荐与消息。' : '确认登录状态……'}</p>
      {isChecked && (
        <a className="button" href="/user/login?redirect=%2Fuser%2FuserInfo">
          登录
        </a>
      )}
    </div>
  )
}

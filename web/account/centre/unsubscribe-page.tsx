import { useLocation } from 'react-router'
import { PageHead } from '#web/frame/page/page-head.tsx'
import '#web/frame/page/error-page.css'

const outcomes: Record<string, { title: string; words: string }> = {
  '/user/unsubscribe/done': {
    title: '已经退订',
    words: '不会再把未读消息寄到你的邮箱。消息仍在站内，想要时可以在设置里再打开。',
  },
  '/user/unsubscribe/failed': {
    title: '没有退订成功',
    words: '这个链接不对或不完整，请从邮件里重新点一次，或登录后在消息的设置里关闭。',
  },
}

/**
 * Page that the unsubscribe links in mails open. Its form is sent to the page's own URL, in which a token identifies
 * the user.
 */
export function Component() {
  const { pathname } = useLocation()
  const outcome = outcomes[pathname]
  const title = outcome?.title ?? '不想再收到消息邮件？'
  return (
    <section className="error-page">
      <PageHead title={title} description="退订未读消息的邮件。" path={null} />
      <h1>{title}</h1>
      <p className="error-message">{outcome?.words ?? '退订之后，未读消息不再寄到你的邮箱，站内照常收到。'}</p>
      {outcome === undefined ? (
        <form method="post">
          <button type="submit" className="button">
            退订
          </button>
        </form>
      ) : (
        <p className="error-links">
          <a className="button" href="/">
            回首页
          </a>
          <a className="button button-quiet" href="/user/userInfo#message">
            消息的设置
          </a>
        </p>
      )}
    </section>
  )
}

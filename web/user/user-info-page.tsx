import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { User } from '#shared/api/user.ts'
import { api } from '../session/session.ts'
import { displayName, isLoggedIn, useSession } from '../session/session-store.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Facts } from '../ui/facts.tsx'
import { PageHead } from '../ui/page-head.tsx'

const sections = [
  { hash: 'like', label: '喜欢' },
  { hash: 'save', label: '收藏' },
  { hash: 'recommend', label: '推荐' },
  { hash: 'comment', label: '评论' },
  { hash: 'message', label: '消息' },
  { hash: 'info', label: '设置' },
]

export function Component() {
  const session = useSession()
  const { hash } = useLocation()
  const chosen = sections.find((section) => `#${section.hash}` === hash)?.hash ?? 'info'
  return (
    <div className="user-info">
      <PageHead title="我的" description="你的收藏、评论、推荐与消息。" path={null} />
      {isLoggedIn(session) ? (
        <>
          <header className="user-info-head">
            <Avatar name={displayName(session.userInfo)} size={84} />
            <h1>{displayName(session.userInfo)}</h1>
          </header>
          <nav className="user-info-nav" aria-label="我的">
            {sections.map((section) => (
              <a
                key={section.hash}
                href={`/user/userInfo#${section.hash}`}
                aria-current={section.hash === chosen ? 'page' : undefined}
              >
                {section.label}
              </a>
            ))}
          </nav>
          {chosen === 'info' ? <Info /> : <Unopened />}
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

function Info() {
  const [user, setUser] = useState<User | 'failed' | undefined>()
  useEffect(() => {
    const controller = new AbortController()
    api.user
      .show({}, controller.signal)
      .then(setUser)
      .catch(() => controller.signal.aborted || setUser('failed'))
    return () => controller.abort()
  }, [])
  if (user === undefined) return <p className="empty">正在读取……</p>
  if (user === 'failed') return <p className="empty">没有读到你的资料，请刷新再试。</p>
  const facts: [string, string][] = [
    ['名字', user.name],
    ['邮箱', user.email ?? '没有'],
    [
      '身份',
      user.roles.length > 0 ? user.roles.map((role) => (role === 'admin' ? '管理员' : '编辑')).join('、') : '读者',
    ],
    ['加入于', user.createdAt.slice(0, 10)],
  ]
  return <Facts facts={facts} />
}

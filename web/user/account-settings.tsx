import { useEffect, useState } from 'react'
import type { User } from '#shared/api/user.ts'
import { api } from '../session/session.ts'
import { Facts } from '../ui/facts.tsx'
import { AvatarEditor } from './avatar-editor.tsx'
import { ProfileSwitch } from './profile-switch.tsx'
import { SecuritySettings } from './security-settings.tsx'

/** All that one can change of one’s own account. */
export function AccountSettings() {
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
  return (
    <>
      <AvatarEditor />
      <Facts facts={facts} />
      <ProfileSwitch />
      <SecuritySettings />
    </>
  )
}

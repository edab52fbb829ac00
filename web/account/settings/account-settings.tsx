import { useEffect, useState } from 'react'
import type { User } from '#shared/api/account/user.ts'
import { dayText } from '#web/ui/time-text.ts'
import { api, updateUser } from '#web/frame/session/session.ts'
import { Facts } from '#web/ui/facts.tsx'
import { AvatarEditor } from '#web/account/avatar/avatar-editor.tsx'
import { ProfileSwitch } from './profile-switch.tsx'
import { BindRow } from './bind-row.tsx'
import { KosyncSettings } from './kosync-settings.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SecuritySettings } from './security-settings.tsx'
import './account-settings.css'

/** Settings page of the user's account. */
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
  const handleChange = (changed: User) => {
    updateUser(changed)
    setUser(changed)
  }
  const roles = user.roles.map((role) => (role === 'admin' ? '管理员' : '编辑'))
  return (
    <div className="settings">
      <AvatarEditor />
      <section className="setting" aria-labelledby="setting-profile">
        <h2 id="setting-profile">资料</h2>
        <ProfileForm user={user} onChange={handleChange} />
        <Facts
          facts={[
            ['身份', roles.length > 0 ? roles.join('、') : '读者'],
            ['加入于', dayText(user.createdAt)],
          ]}
        />
      </section>
      <section className="setting" aria-labelledby="setting-account">
        <h2 id="setting-account">登录方式</h2>
        <BindRow kind="email" user={user} onChange={handleChange} />
        <BindRow kind="phone" user={user} onChange={handleChange} />
      </section>
      <section className="setting" aria-labelledby="setting-password">
        <h2 id="setting-password">密码</h2>
        <PasswordForm user={user} onChange={handleChange} />
      </section>
      <ProfileSwitch />
      <KosyncSettings />
      <SecuritySettings user={user} />
    </div>
  )
}

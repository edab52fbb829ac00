import { useState } from 'react'
import { useLocation } from 'react-router'
import { api, startSession, safeRedirect } from '#web/session/session.ts'
import { PageHead } from '#web/page/page-head.tsx'
import { useForm } from '#web/ui/use-form.ts'
import { AccountField } from '#web/account/fields/account-field.tsx'
import { CodeField } from '#web/account/fields/code-field.tsx'
import { FormEnd } from '#web/account/fields/form-end.tsx'
import { PasskeyLogin } from './passkey-login.tsx'
import { PasswordField } from '#web/account/fields/password-field.tsx'
import { useSecondStep } from './second-step.tsx'
import { Standalone } from './standalone.tsx'
import { useRedirect, withRedirect } from './use-redirect.ts'

type Way = 'password' | 'code'
const ways: { way: Way; label: string }[] = [
  { way: 'password', label: '密码登录' },
  { way: 'code', label: '验证码登录' },
]

export function Component() {
  const [way, setWay] = useState<Way>('password')
  const { state } = useLocation() as { state: { notice?: string } | null }
  const redirect = useRedirect()
  const { pass, dialog } = useSecondStep()
  const { isBusy, errors, message, form, show } = useForm(async ({ account = '', password = '', code = '' }) => {
    const loggedIn = await pass(() =>
      way === 'password' ? api.auth.login({ account, password }) : api.auth.codeLogin({ account, code }),
    )
    await startSession(loggedIn, safeRedirect(redirect))
  })
  return (
    <Standalone heading="登录">
      <PageHead title="登录" description="登录后可以收藏、评论和推荐好书。" path={null} />
      {state?.notice && (
        <p className="form-message form-notice" role="alert">
          {state.notice}
        </p>
      )}
      <div className="segments" role="group" aria-label="登录方式">
        {ways.map((one) => (
          <button key={one.way} type="button" aria-pressed={one.way === way} onClick={() => setWay(one.way)}>
            {one.label}
          </button>
        ))}
      </div>
      <form className="form" method="post" {...form} noValidate>
        <AccountField error={errors['account']} />
        {way === 'password' ? (
          <PasswordField label="密码" error={errors['password']} />
        ) : (
          <CodeField purpose="login" error={errors['code']} onRefused={show} />
        )}
        {way === 'code' && <p className="form-note">没有注册过的邮箱或手机号，登录时会建一个新账号。</p>}
        <FormEnd message={message} isBusy={isBusy} label="登录" busyLabel="正在登录……" />
      </form>
      <PasskeyLogin redirect={redirect} />
      {dialog}
      <p className="form-other">
        <a href={withRedirect('/user/reset', redirect)}>忘记密码</a>
        <span>
          还没有账号？
          <a href={withRedirect('/user/register', redirect)}>注册</a>
        </span>
      </p>
    </Standalone>
  )
}

import { type FormEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { Failure } from '#shared/api/failure.ts'
import { api, startSession, safeRedirect } from '#web/frame/session/session.ts'
import { PageHead } from '#web/frame/page/page-head.tsx'
import { useForm } from '#web/ui/use-form.ts'
import { AccountField } from '#web/account/fields/account-field.tsx'
import { CodeField } from '#web/account/fields/code-field.tsx'
import { FormEnd } from '#web/account/fields/form-end.tsx'
import { PasskeyLogin } from './passkey-login.tsx'
import { PasswordField } from '#web/account/fields/password-field.tsx'
import { RegistrationChoices, readChoices } from '#web/account/fields/registration-choices.tsx'
import { useSecondStep } from './second-step.tsx'
import { Standalone } from './standalone.tsx'
import { firstPage, useRedirect, withRedirect } from './use-redirect.ts'

type Way = 'password' | 'code'
const ways: { way: Way; label: string }[] = [
  { way: 'password', label: '密码登录' },
  { way: 'code', label: '验证码登录' },
]

export function Component() {
  const [way, setWay] = useState<Way>('password')
  const { state } = useLocation() as { state: { notice?: string } | null }
  const redirect = useRedirect()
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
      <LoginForm way={way} redirect={redirect} />
      <PasskeyLogin redirect={redirect} />
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

function LoginForm({ way, redirect }: { way: Way; redirect: string | null }) {
  const { pass, dialog } = useSecondStep()
  // The account for which the user has a code but which does not exist yet; the form then offers to register it.
  const [newAccount, setNewAccount] = useState<string>()
  const isNew = way === 'code' && newAccount !== undefined
  const { isBusy, errors, message, form, show } = useForm(
    async ({ account = '', password = '', code = '', ...ticked }) => {
      if (isNew) {
        const loggedIn = await api.auth.codeLogin({ account, code, ...readChoices(ticked) })
        return startSession(loggedIn, ...firstPage(redirect))
      }
      const logIn = () =>
        way === 'password'
          ? api.auth.login({ account, password })
          : api.auth.codeLogin({ account, code, mayRegister: false })
      try {
        await startSession(await pass(logIn), safeRedirect(redirect))
      } catch (error) {
        if (!(error instanceof Failure && error.kind === 'missing')) throw error
        setNewAccount(account)
      }
    },
  )
  const handleInput = (event: FormEvent<HTMLFormElement>) => {
    form.onInput(event)
    if ((event.target as HTMLInputElement).name === 'account') setNewAccount(undefined)
  }
  return (
    <>
      <form className="form" method="post" {...form} onInput={handleInput} noValidate>
        <AccountField error={errors['account']} />
        {way === 'password' ? (
          <PasswordField label="密码" error={errors['password']} />
        ) : (
          <CodeField purpose="login" error={errors['code']} onRefused={show} />
        )}
        {isNew && (
          <>
            <p className="form-note" role="status">
              {newAccount} 还没有账号，现在就可以注册。
            </p>
            <RegistrationChoices error={errors['consent']} />
          </>
        )}
        <FormEnd message={message} isBusy={isBusy} label={isNew ? '注册并登录' : '登录'} busyLabel="正在登录……" />
      </form>
      {dialog}
    </>
  )
}

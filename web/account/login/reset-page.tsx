import { useState } from 'react'
import { api, startSession, safeRedirect } from '#web/frame/session/session.ts'
import { PageHead } from '#web/frame/page/page-head.tsx'
import { useForm } from '#web/ui/use-form.ts'
import { AccountField } from '#web/account/fields/account-field.tsx'
import { CodeField } from '#web/account/fields/code-field.tsx'
import { FormEnd } from '#web/account/fields/form-end.tsx'
import { PasswordField } from '#web/account/fields/password-field.tsx'
import { useSecondStep } from './second-step.tsx'
import { Standalone } from './standalone.tsx'
import { useRedirect, withRedirect } from './use-redirect.ts'

interface VerifiedAccount {
  account: string
  ticket: string
}

/** Page that resets a password in two steps: first a verification code, then the new password. */
export function Component() {
  const [shown, setVerified] = useState<VerifiedAccount | undefined>()
  const redirect = useRedirect()
  return (
    <Standalone heading="重设密码">
      <PageHead title="重设密码" description="用验证码确认是你本人，再设一个新密码。" path={null} />
      {shown === undefined ? (
        <VerifyAccount onVerified={setVerified} />
      ) : (
        <SetPassword {...shown} redirect={safeRedirect(redirect)} onExpired={() => setVerified(undefined)} />
      )}
      <p className="form-other">
        <span>
          想起来了？
          <a href={withRedirect('/user/login', redirect)}>回去登录</a>
        </span>
      </p>
    </Standalone>
  )
}

function VerifyAccount({ onVerified }: { onVerified(shown: VerifiedAccount): void }) {
  const { isBusy, errors, message, form, show } = useForm(async ({ account = '', code = '' }) => {
    const { ticket } = await api.auth.verifyCode({ account, code, purpose: 'reset' })
    onVerified({ account, ticket })
  })
  return (
    <form className="form" method="post" {...form} noValidate>
      <p className="form-note">先用绑定的邮箱或手机号收一个验证码，确认是你本人。</p>
      <AccountField error={errors['account']} />
      <CodeField purpose="reset" error={errors['code']} onRefused={show} />
      <FormEnd message={message} isBusy={isBusy} label="下一步" busyLabel="正在核对……" />
    </form>
  )
}

function SetPassword({
  account,
  ticket,
  redirect,
  onExpired,
}: VerifiedAccount & { redirect: string; onExpired(): void }) {
  const { pass, dialog } = useSecondStep()
  const { isBusy, errors, message, form } = useForm(async ({ password = '' }) => {
    await startSession(await pass(() => api.auth.resetPassword({ ticket, password })), redirect)
  })
  return (
    <>
      <form className="form" method="post" {...form} noValidate>
        <p className="form-note">设好之后，其他设备上的登录都会退出。</p>
        <input type="text" name="account" autoComplete="username" value={account} readOnly hidden />
        <PasswordField label="新密码" isNew error={errors['password']} hint="8–64 位。" />
        {errors['ticket'] && (
          <p className="form-message" role="alert">
            验证已经过期。
            <button type="button" className="link-button" onClick={onExpired}>
              重新获取验证码
            </button>
          </p>
        )}
        <FormEnd message={message} isBusy={isBusy} label="设好并登录" busyLabel="正在保存……" />
      </form>
      {dialog}
    </>
  )
}

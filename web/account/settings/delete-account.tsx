import { useState } from 'react'
import type { User } from '#shared/api/account/user.ts'
import { api, logOut } from '#web/frame/session/session.ts'
import { AskDialog } from '#web/ui/ask-dialog.tsx'
import { useForm } from '#web/ui/use-form.ts'
import { CodeField } from '#web/account/fields/code-field.tsx'
import { PasswordField } from '#web/account/fields/password-field.tsx'

/** Form with which users delete their own account. */
export function DeleteAccount({ user }: { user: User }) {
  const [isAsked, setIsAsked] = useState(false)
  return (
    <section aria-labelledby="delete-account">
      <h2 id="delete-account">注销账号</h2>
      <p className="form-note">注销不能撤回。想留一份，请先下载你的数据。</p>
      <button type="button" className="button button-quiet button-danger" onClick={() => setIsAsked(true)}>
        注销账号
      </button>
      {isAsked && (
        <AskDialog heading="注销账号" onClose={() => setIsAsked(false)}>
          <DeleteForm user={user} />
        </AskDialog>
      )}
    </section>
  )
}

function DeleteForm({ user: { email, phoneNumber, hasPassword } }: { user: User }) {
  const account = email ?? phoneNumber ?? ''
  const { isBusy, errors, message, form } = useForm(async ({ code = '', password = '' }) => {
    await api.user.remove({ code, ...(password && { password }) })
    await logOut()
  })
  return (
    <form className="form" method="post" {...form} noValidate>
      <ul>
        <li>评论和已通过的推荐会留下，署名改为「已注销用户」。</li>
        <li>资料、喜欢、收藏、评分、书架、消息和没通过的推荐都会删去。</li>
        <li>所有地方立刻退出；以后可以用 {account} 重新注册，但那是一个新账号。</li>
      </ul>
      <CodeField purpose="delete" account={account} error={errors['code']} />
      {hasPassword && <PasswordField label="密码" error={errors['password']} />}
      <p className="form-message" role="alert" hidden={message === ''}>
        {message}
      </p>
      <div className="ask-dialog-buttons">
        <button type="submit" className="button button-quiet button-danger" aria-disabled={isBusy}>
          {isBusy ? '正在注销……' : '确认注销'}
        </button>
      </div>
    </form>
  )
}

import { api, startSession } from '#web/frame/session/session.ts'
import { Field } from '#web/ui/field.tsx'
import { PageHead } from '#web/frame/page/page-head.tsx'
import { useForm } from '#web/ui/use-form.ts'
import { AccountField } from '#web/account/fields/account-field.tsx'
import { CodeField } from '#web/account/fields/code-field.tsx'
import { FormEnd } from '#web/account/fields/form-end.tsx'
import { PasswordField } from '#web/account/fields/password-field.tsx'
import { RegistrationChoices, readChoices } from '#web/account/fields/registration-choices.tsx'
import { Standalone } from './standalone.tsx'
import { firstPage, useRedirect, withRedirect } from './use-redirect.ts'

export function Component() {
  const redirect = useRedirect()
  const { isBusy, errors, message, form, show } = useForm(
    async ({ account = '', code = '', password = '', name = '', ...ticked }) => {
      // The register form does not send optional fields that the user left empty.
      const chosen = { ...(password && { password }), ...(name.trim() && { name }), ...readChoices(ticked) }
      await startSession(await api.user.create({ account, code, ...chosen }), ...firstPage(redirect))
    },
  )
  return (
    <Standalone heading="注册">
      <PageHead title="注册" description="注册后可以收藏、评论和推荐好书。" path={null} />
      <form className="form" method="post" {...form} noValidate>
        <AccountField error={errors['account']} />
        <CodeField purpose="register" error={errors['code']} onRefused={show} />
        <PasswordField
          label="密码（可不填）"
          isNew
          isOptional
          error={errors['password']}
          hint="8–64 位。不填也行，以后用验证码登录。"
        />
        <Field
          label="名字（可不填）"
          name="name"
          autoComplete="nickname"
          error={errors['name']}
          hint="1–20 个字，大家会看到它。"
        />
        <RegistrationChoices error={errors['consent']} />
        <FormEnd message={message} isBusy={isBusy} label="注册" busyLabel="正在注册……" />
      </form>
      <p className="form-other">
        <span>
          已有账号？
          <a href={withRedirect('/user/login', redirect)}>登录</a>
        </span>
      </p>
    </Standalone>
  )
}

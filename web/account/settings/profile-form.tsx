import { useState } from 'react'
import type { User } from '#shared/api/account/user.ts'
import { api } from '#web/frame/session/session.ts'
import { Field } from '#web/ui/field.tsx'
import { LongField } from '#web/ui/long-field.tsx'
import { useForm } from '#web/ui/use-form.ts'

interface ProfileFormProps {
  user: User
  onChange(user: User): void
}

/** Form that changes the user's name and bio. */
export function ProfileForm({ user, onChange }: ProfileFormProps) {
  const [isSaved, setSaved] = useState(false)
  const { isBusy, errors, message, form } = useForm(async ({ name = '', bio = '' }) => {
    setSaved(false)
    onChange(await api.user.update({ name, bio }))
    setSaved(true)
  })
  return (
    <form className="form" method="post" {...form} onChange={() => setSaved(false)} noValidate>
      <Field
        label="名字"
        name="name"
        autoComplete="nickname"
        defaultValue={user.name}
        required
        error={errors['name']}
        hint="1–20 个字，大家会看到它。"
      />
      <LongField
        label="自我介绍"
        name="bio"
        rows={3}
        defaultValue={user.bio}
        error={errors['bio']}
        hint="最多 200 个字，可以不填；公开主页以后别人才看得到。"
      />
      <p className="form-message" role="alert" hidden={message === ''}>
        {message}
      </p>
      <div className="setting-end">
        <button type="submit" className="button" aria-disabled={isBusy}>
          {isBusy ? '正在保存……' : '保存资料'}
        </button>
        <span role="status" className="form-note">
          {isSaved && '已保存。'}
        </span>
      </div>
    </form>
  )
}

import type { Member } from '#shared/api/account/member.ts'
import type { Role } from '#shared/api/account/user.ts'
import { api } from '#web/frame/session/session.ts'
import { useCloseDialog } from '#web/ui/ask-dialog.tsx'
import { useForm } from '#web/ui/use-form.ts'
import './member-roles.css'

const roles: { role: Role; label: string; note: string }[] = [
  { role: 'editor', label: '编辑', note: '审推荐、管评论、改书目' },
  { role: 'admin', label: '管理员', note: '还能管人、看记录' },
]

interface MemberRolesProps {
  member: Member
  onChange(now: Member): void
}

/** Form with which an admin sets the roles of a user. */
export function MemberRoles({ member, onChange }: MemberRolesProps) {
  const close = useCloseDialog()
  const { isBusy, message, form } = useForm(async (fields) => {
    const chosen = roles.map(({ role }) => role).filter((role) => role in fields)
    onChange(await api.user.setRoles({ id: member.id, roles: chosen }))
    close()
  })
  return (
    <form className="form" {...form}>
      <fieldset className="member-roles">
        <legend>身份</legend>
        {roles.map(({ role, label, note }) => (
          <label key={role}>
            <input type="checkbox" name={role} defaultChecked={member.roles.includes(role)} />
            {label}
            <span className="form-note">{note}</span>
          </label>
        ))}
      </fieldset>
      <p className="form-message" role="alert" hidden={message === ''}>
        {message}
      </p>
      <div className="ask-dialog-buttons">
        <button type="submit" className="button" aria-disabled={isBusy}>
          保存身份
        </button>
      </div>
    </form>
  )
}

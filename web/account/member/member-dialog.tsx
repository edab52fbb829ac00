import type { Member } from '#shared/api/account/member.ts'
import { api } from '#web/frame/session/session.ts'
import { AskDialog, useCloseDialog } from '#web/ui/ask-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { useForm } from '#web/ui/use-form.ts'
import { MemberRoles } from './member-roles.tsx'

interface MemberProps {
  member: Member
  /** Callback that receives the user with the changes that the admin has made. */
  onChange(now: Member): void
}

/**
 * Dialog with the actions that admins may perform on a user. Each action is recorded in the audit log, and the user is
 * notified.
 */
export function MemberDialog({ member, onChange, onClose }: MemberProps & { onClose: () => void }) {
  return (
    <AskDialog heading={member.name} onClose={onClose}>
      <MemberRoles key={member.roles.join()} member={member} onChange={onChange} />
      <hr />
      <Suspension member={member} onChange={onChange} />
      {member.hasTotp && (
        <>
          <hr />
          <TotpReset member={member} onChange={onChange} />
        </>
      )}
      <hr />
      <p>
        <a href={`/admin/audit?target=${member.id}`}>查看对这个账号的操作</a>
      </p>
    </AskDialog>
  )
}

function Suspension({ member: { id, suspendedAt, suspendReason }, onChange }: MemberProps) {
  const close = useCloseDialog()
  const { isBusy, errors, message, form } = useForm(async ({ reason = '' }) => {
    onChange(suspendedAt === null ? await api.user.suspend({ id, reason }) : await api.user.unsuspend({ id }))
    close()
  })
  return (
    <form className="form" {...form} noValidate>
      {suspendedAt === null ? (
        <Field
          label="停用的原因"
          name="reason"
          required
          maxLength={200}
          error={errors['reason']}
          hint="对方会看到这句话。停用之后，对方仍能登录、浏览、下载数据，不能发表内容。"
        />
      ) : (
        <p>已停用：{suspendReason}</p>
      )}
      <p className="form-message" role="alert" hidden={message === ''}>
        {message}
      </p>
      <div className="ask-dialog-buttons">
        <button type="submit" className="button button-quiet" aria-disabled={isBusy}>
          {suspendedAt === null ? '停用这个账号' : '恢复这个账号'}
        </button>
      </div>
    </form>
  )
}

function TotpReset({ member: { id }, onChange }: MemberProps) {
  const { isBusy, message, form } = useForm(async () => onChange(await api.user.resetTotp({ id })))
  return (
    <form className="form" {...form}>
      <p className="form-note">只在对方丢了验证器和恢复码、并确认是本人时，才替对方关闭两步验证。</p>
      <p className="form-message" role="alert" hidden={message === ''}>
        {message}
      </p>
      <div className="ask-dialog-buttons">
        <button type="submit" className="button button-quiet" aria-disabled={isBusy}>
          关闭两步验证
        </button>
      </div>
    </form>
  )
}

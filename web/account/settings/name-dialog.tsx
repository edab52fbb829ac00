import { AskDialog, useCloseDialog } from '#web/ui/ask-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { useForm } from '#web/ui/use-form.ts'

interface NameDialogProps {
  heading: string
  note?: string
  name: string
  /** The verb on the button that submits the dialog's form, such as “rename”. */
  confirm: string
  act(name: string): Promise<unknown>
  onClose(): void
}

/** Dialog that asks for the name of something, such as a passkey. */
export function NameDialog({ heading, onClose, ...form }: NameDialogProps) {
  return (
    <AskDialog heading={heading} onClose={onClose}>
      <NameForm {...form} />
    </AskDialog>
  )
}

type NameFormProps = Omit<NameDialogProps, 'heading' | 'onClose'>

function NameForm({ note, name, confirm, act }: NameFormProps) {
  const close = useCloseDialog()
  const { isBusy, errors, message, form } = useForm(async ({ name: chosen = '' }) => {
    await act(chosen)
    close()
  })
  return (
    <form className="form" {...form} noValidate>
      {note && <p>{note}</p>}
      <Field label="名字" name="name" defaultValue={name} required maxLength={40} error={errors['name']} />
      <p className="form-message" role="alert" hidden={message === ''}>
        {message}
      </p>
      <div className="ask-dialog-buttons">
        <button type="submit" className="button" aria-disabled={isBusy}>
          {isBusy ? '请稍候……' : confirm}
        </button>
      </div>
    </form>
  )
}

interface FormEndProps {
  message: string
  isBusy: boolean
  label: string
  busyLabel: string
}

/** The end of a form: the error message about the whole form, and the submit button. */
export function FormEnd({ message, isBusy, label, busyLabel }: FormEndProps) {
  return (
    <>
      <p className="form-message" role="alert" hidden={message === ''}>
        {message}
      </p>
      <button type="submit" className="button button-wide" aria-disabled={isBusy}>
        {isBusy ? busyLabel : label}
      </button>
    </>
  )
}

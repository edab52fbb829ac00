interface FormEndProps {
  message: string
  isBusy: boolean
  label: string
  busyLabel: string
}

/** What is wrong with the whole, and the button that sends it. */
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

/** The line in place of an answer that has not arrived: it is still loading, or failed with a message. */
export function AnswerPlaceholder({ message }: { message: string }) {
  if (message === '') return <p className="empty">正在读取……</p>
  return (
    <p className="form-message" role="alert">
      {message}
    </p>
  )
}

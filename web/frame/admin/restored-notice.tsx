/**
 * Line above a form that contains restored values: the user typed them earlier and left the form without saving.
 * `discard` removes these values; it is null for a form without restored values.
 */
export function RestoredNotice({ discard }: { discard: (() => void) | null }) {
  if (discard === null) return null
  return (
    <p className="form-note restored-notice">
      <span role="status">上次没保存的内容还在，看好了再保存。</span>
      <button type="button" className="button button-quiet" onClick={discard}>
        放弃
      </button>
    </p>
  )
}

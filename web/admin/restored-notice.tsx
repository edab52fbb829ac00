/**
 * Line above a form that has values again which the user had typed and left without saving; `discard` removes them. A
 * form that has no such values passes null.
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

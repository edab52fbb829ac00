import { Copy, NotebookPen } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { highlightSelection } from './annotate.ts'
import { usePositionBeside } from './beside-box.ts'
import { ColorButtons } from './color-buttons.tsx'
import { notify, useReader } from '#web/reader/state/reader-store.ts'

/** Toolbar for the text that the user has selected in the book: highlight it, write a note about it or copy it. */
export function SelectionBar() {
  const selection = useReader((state) => state.selection)
  const element = usePositionBeside<HTMLDivElement>(selection?.box ?? null)
  if (selection === null) return null
  const note = () => {
    const annotation = highlightSelection('yellow')
    if (annotation !== null) useReader.setState({ openedNote: { id: annotation.id, box: selection.box } })
  }
  const copy = () =>
    void navigator.clipboard.writeText(selection.range.toString()).then(
      () => notify('已复制'),
      () => notify('浏览器不让复制，请用键盘'),
    )
  return (
    <div className="selection-bar panel" ref={element} role="toolbar" aria-label="选中的文字">
      <ColorButtons onPick={highlightSelection} />
      <button type="button" className="icon-button" aria-label="写批注" title="写批注" onClick={note}>
        <Icon of={NotebookPen} size={20} />
      </button>
      <button type="button" className="icon-button" aria-label="复制" title="复制" onClick={copy}>
        <Icon of={Copy} size={20} />
      </button>
    </div>
  )
}

import { Trash2 } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import type { Annotation } from '#shared/api/reader/annotation.ts'
import { changeAnnotation, removeAnnotation } from './annotate.ts'
import { usePositionBeside } from './beside-box.ts'
import { ColorButtons } from './color-buttons.tsx'
import { useReader } from '#web/reader/state/reader-store.ts'

/** Editor of the highlight that the user clicked, with its colour, its note and a button to delete it. */
export function OpenedNote() {
  const openedNote = useReader((state) => state.openedNote)
  const annotation = useReader((state) =>
    state.annotations.find(({ id, isDeleted }) => id === state.openedNote?.id && !isDeleted),
  )
  if (openedNote === null || annotation === undefined) return null
  return <NoteEditor key={annotation.id} annotation={annotation} box={openedNote.box} />
}

function NoteEditor({ annotation, box }: { annotation: Annotation; box: DOMRect }) {
  const element = usePositionBeside<HTMLFormElement>(box)
  const close = () => useReader.setState({ openedNote: null })
  const save = (form: FormData) => {
    changeAnnotation(annotation.id, { note: String(form.get('note') ?? '').trim() })
    close()
  }
  const remove = () => {
    removeAnnotation(annotation.id)
    close()
  }
  return (
    <form className="note-editor panel" ref={element} action={save} aria-label="批注">
      <p className="note-colors">
        <ColorButtons current={annotation.color} onPick={(color) => changeAnnotation(annotation.id, { color })} />
        <button type="button" className="icon-button" aria-label="删掉这一条" title="删掉这一条" onClick={remove}>
          <Icon of={Trash2} size={20} />
        </button>
      </p>
      <textarea
        name="note"
        aria-label="批注"
        placeholder="写下你的想法"
        rows={4}
        maxLength={2000}
        defaultValue={annotation.note}
        onKeyDown={(event) => event.key === 'Escape' && close()}
      />
      <p className="reader-ask-actions">
        <button type="submit" className="button">
          存下
        </button>
        <button type="button" className="button button-quiet" onClick={close}>
          关闭
        </button>
      </p>
    </form>
  )
}

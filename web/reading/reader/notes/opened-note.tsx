import { Trash2 } from 'lucide'
import { useEffect, useRef } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { sendByKey } from '#web/ui/send-by-key.ts'
import type { Annotation } from '#shared/api/reader/annotation.ts'
import { changeAnnotation, removeAnnotation } from './annotate.ts'
import { usePositionBeside } from './beside-box.ts'
import { ColorButtons } from './color-buttons.tsx'
import { useReader } from '#web/reading/reader/state/reader-store.ts'
import { useReturnFocus } from '#web/reading/reader/state/use-return-focus.ts'
import { changeSettings } from '#web/reading/reader/view/reading-settings.ts'

/** Editor of the highlight that the user opened, with its colour, its note and a button to delete it. */
export function OpenedNote() {
  const openedNote = useReader((state) => state.openedNote)
  const annotation = useReader((state) =>
    state.annotations.find(({ id, isDeleted }) => id === state.openedNote?.id && !isDeleted),
  )
  if (openedNote === null || annotation === undefined) return null
  return <NoteEditor key={annotation.id} annotation={annotation} {...openedNote} />
}

interface EditorProps {
  annotation: Annotation
  box: DOMRect
  isWriting: boolean
}

function NoteEditor({ annotation: { id, color, note }, box, isWriting }: EditorProps) {
  const element = usePositionBeside<HTMLFormElement>(box)
  const field = useRef<HTMLTextAreaElement>(null)
  useReturnFocus()
  useEffect(() => {
    if (isWriting) field.current?.focus({ preventScroll: true })
  }, [isWriting])
  // The note is saved however the user leaves its editor: by the button or a key, by a tap beside it or a page turn, or
  // by closing the window.
  useEffect(() => {
    const { current } = field
    const save = () => {
      if (current && current.value !== current.defaultValue) changeAnnotation(id, { note: current.value.trim() })
    }
    window.addEventListener('pagehide', save)
    return () => {
      window.removeEventListener('pagehide', save)
      save()
    }
  }, [id])
  const close = () => useReader.setState({ openedNote: null })
  const pick = (color: Annotation['color']) => {
    changeSettings({ highlight: color })
    changeAnnotation(id, { color })
  }
  const remove = () => {
    removeAnnotation(id)
    close()
  }
  return (
    <form className="note-editor panel" ref={element} action={close} aria-label="批注">
      <p className="note-colors">
        <ColorButtons current={color} onPick={pick} />
        <button type="button" className="icon-button" aria-label="删掉这一条" title="删掉这一条" onClick={remove}>
          <Icon of={Trash2} size={20} />
        </button>
      </p>
      <textarea
        ref={field}
        aria-label="批注"
        placeholder="写下你的想法"
        rows={4}
        maxLength={2000}
        defaultValue={note}
        onKeyDown={sendByKey(close)}
      />
      <p className="reader-ask-actions">
        <button type="submit" className="button">
          保存
        </button>
      </p>
    </form>
  )
}

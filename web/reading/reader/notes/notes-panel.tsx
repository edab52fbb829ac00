import { Download } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import type { Annotation } from '#shared/api/reader/annotation.ts'
import { removeAnnotation } from './annotate.ts'
import { chapterOf, downloadText, writeNotes } from './write-notes.ts'
import { percent } from '#web/reading/reader/progress/save-progress.ts'
import type { ReadBook } from '#web/reading/reader/state/read-book.ts'
import { useSession } from '#web/frame/session/session-store.ts'
import { jump, useReader } from '#web/reading/reader/state/reader-store.ts'

export function NotesPanel({ book }: { book: ReadBook }) {
  const annotations = useReader((state) => state.annotations)
  const isVisitor = useSession(({ isChecked, userInfo }) => isChecked && userInfo.id === '')
  const remaining = annotations.filter(({ isDeleted }) => !isDeleted)
  if (remaining.length === 0)
    return (
      <p className="reader-note">
        还没有书签和批注。选中一段文字，就能标上颜色、写下想法
        {isVisitor ? '；登录以后，它们会跟着你到别的设备。' : '，在你的其他设备上也看得到。'}
      </p>
    )
  return (
    <>
      <ol className="note-list">
        {remaining.map((annotation) => (
          <NoteEntry key={annotation.id} annotation={annotation} />
        ))}
      </ol>
      <button
        type="button"
        className="button button-quiet"
        onClick={() => downloadText(`${book.title}-批注.md`, writeNotes(book, remaining))}
      >
        <Icon of={Download} size={18} />
        导出为 Markdown
      </button>
    </>
  )
}

function NoteEntry({ annotation }: { annotation: Annotation }) {
  const { id, kind, color, quote, note, locator, fraction } = annotation
  const go = () => void jump((view) => view.goTo(locator, fraction))
  return (
    <li className="note-entry" data-color={kind === 'bookmark' ? undefined : color}>
      <button type="button" className="note-go" onClick={go}>
        <span className="reader-found-chapter">
          {kind === 'bookmark' ? '书签 · ' : ''}
          {chapterOf(annotation)} {percent(fraction)}
        </span>
        <span className="note-quote">{quote}</span>
        {note !== '' && <span className="note-text">{note}</span>}
      </button>
      <button type="button" className="note-remove" onClick={() => removeAnnotation(id)}>
        删掉
      </button>
    </li>
  )
}

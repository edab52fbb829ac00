import { useCallback, useState } from 'react'
import type { EditedRelation } from '#shared/api/book/relation-admin.ts'
import { reportEdit } from '#web/frame/admin/last-edit-store.ts'
import { findUnsaved } from '#web/frame/session/unsaved-form.ts'
import { findBooks, type FoundBook } from '#web/catalogue/book/form/book-options.ts'
import { relationWords } from '#web/catalogue/book/relation-words.ts'
import { api } from '#web/frame/session/session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Finder } from '#web/ui/finder.tsx'
import { useAnswer } from '#web/ui/use-answer.ts'
import { RelationDialog, relationFormName, type UnsavedRelation } from './relation-dialog.tsx'

type Asked =
  | { act: 'add'; other: { id: string; title: string } }
  | { act: 'change' | 'remove'; edited: EditedRelation; other: { id: string; title: string } }

/** Admin form that adds, changes and removes the relations of a book to other books. */
export function RelationList({ id, title }: { id: string; title: string }) {
  const ask = useCallback((signal?: AbortSignal) => api.relation.inspect({ id }, signal), [id])
  const { data, message, reload } = useAnswer(ask)
  const [asked, setAsked] = useState<Asked | null>(() => {
    const unsaved = findUnsaved<UnsavedRelation>(`${relationFormName(id)} `)
    if (unsaved === null) return null
    const { other, edited } = unsaved.subject
    return edited === null ? { act: 'add', other } : { act: 'change', edited, other }
  })
  const close = () => setAsked(null)
  const list = data?.list ?? []
  return (
    <section className="admin-section">
      <h2>相连的书</h2>
      {message && <p role="alert">{message}</p>}
      {list.length > 0 && (
        <ul className="admin-rows">
          {list.map((edited) => (
            <RelationRow key={keyOf(edited)} id={id} edited={edited} onAsk={setAsked} />
          ))}
        </ul>
      )}
      <Finder
        label="和哪一本相连"
        placeholder="书名、作者、拼音、ISBN"
        hint="译自、改写、回应、续写、引用、提到、受启发或写到作者；两本书的页面上都会写明。"
        ask={async (query, signal) => (await findBooks(query, signal)).filter((book) => book.id !== id)}
        keyOf={(book: FoundBook) => book.id}
        nameOf={(book) => book.title}
        noteOf={({ authors }) => authors}
        onPick={(other) => setAsked({ act: 'add', other })}
      />
      {asked && asked.act !== 'remove' && (
        <RelationDialog
          book={{ id, title }}
          other={asked.other}
          edited={asked.act === 'change' ? asked.edited : null}
          known={list.filter(({ other }) => other.id === asked.other.id)}
          onDone={reload}
          onClose={close}
        />
      )}
      {asked?.act === 'remove' && (
        <ConfirmDialog
          heading="移除这条关系？"
          confirm="移除"
          act={async () => {
            const { auditId } = await api.relation.remove({ key: keyIn(asked.edited) })
            reportEdit(`《${title}》和《${asked.other.title}》不再相连`, { auditId })
            reload()
          }}
          onClose={close}
        >
          {asked.edited.relation.sentence}
        </ConfirmDialog>
      )}
    </section>
  )
}

interface RelationRowProps {
  id: string
  edited: EditedRelation
  onAsk: (asked: Asked) => void
}

function RelationRow({ id, edited, onAsk }: RelationRowProps) {
  const { relation, other } = edited
  const name = `${relationWords[relation.kind][relation.fromBookId === id ? 0 : 1]}《${other.title}》`
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <p>{relation.sentence}</p>
      </div>
      <span className="form-buttons">
        {buttons.map(({ act, label }) => (
          <button
            key={act}
            type="button"
            className="button button-quiet"
            aria-label={`${label}：${name}`}
            onClick={() => onAsk({ act, edited, other })}
          >
            {label}
          </button>
        ))}
      </span>
    </li>
  )
}

const buttons = [
  { act: 'change', label: '改' },
  { act: 'remove', label: '移除' },
] as const

const keyIn = ({ relation: { fromBookId, toBookId, kind } }: EditedRelation) => ({ fromBookId, toBookId, kind })
const keyOf = (edited: EditedRelation) => Object.values(keyIn(edited)).join('.')

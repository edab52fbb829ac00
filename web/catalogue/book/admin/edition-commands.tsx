import { useState, useId } from 'react'
import { useNavigate } from 'react-router'
import type { EditedBook } from '#shared/api/book/book-admin.ts'
import type { DraftEdition } from '#shared/api/book/edition.ts'
import { describeEdition } from '#shared/api/book/edition-text.ts'
import { reportEdit } from '#web/frame/admin/last-edit-store.ts'
import { api } from '#web/frame/session/session.ts'
import { MoveEdition, SplitEdition } from './edition-leaving.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

interface MergeEditionProps {
  /** Some words that tell the edition from the other editions of its book. */
  name: string
  /** The other editions of the book. */
  others: DraftEdition[]
  act: (winnerId: string) => Promise<void>
  onClose: () => void
}

interface EditionCommandsProps {
  edited: EditedBook
  /** Whether the form above has changes that are not saved, which the commands would lose. */
  isDirty: boolean
  /** Callback after the editions of the book have changed, so that the page can reload its data. */
  onChanged: () => void
}

type Act = 'split' | 'move' | 'merge'
const acts: { act: Act; label: string; needsOther: boolean }[] = [
  { act: 'split', label: '拆成一本书', needsOther: true },
  { act: 'move', label: '移到另一本书', needsOther: false },
  { act: 'merge', label: '合并到另一个版本', needsOther: true },
]

/** Section of the admin page of a book that splits, moves and merges its editions. */
export function EditionCommands({ edited, isDirty, onChanged }: EditionCommandsProps) {
  const [open, setOpen] = useState<{ id: string; act: Act } | null>(null)
  const editions = edited.book.editions.flatMap((edition) =>
    edition.id === null ? [] : [{ ...edition, id: edition.id }],
  )
  if (editions.length === 0) return null
  return (
    <section className="admin-section" aria-labelledby="edition-commands">
      <h2 id="edition-commands">整理版本</h2>
      <p className="form-note">
        {isDirty ? '上面有没保存的修改，先保存，再整理版本。' : '版本放错了书、重复了，在这里改；都可以撤销。'}
      </p>
      <ul className="admin-rows">
        {editions.map((edition) => (
          <li key={edition.id}>
            <div>{describeEdition(edition)}</div>
            <p className="form-buttons">
              {acts.map(({ act, label, needsOther }) => (
                <button
                  key={act}
                  type="button"
                  className="button button-quiet"
                  disabled={isDirty || (needsOther && editions.length === 1)}
                  onClick={() => setOpen({ id: edition.id, act })}
                >
                  {label}
                  <span className="visually-hidden">：{describeEdition(edition)}</span>
                </button>
              ))}
            </p>
            {open?.id === edition.id && !isDirty && (
              <OpenCommand
                act={open.act}
                edition={edition}
                edited={edited}
                onChanged={onChanged}
                onClose={() => setOpen(null)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface OpenCommandProps extends Pick<EditionCommandsProps, 'edited' | 'onChanged'> {
  act: Act
  edition: DraftEdition & { id: string }
  onClose: () => void
}

/** The form or dialog of the command that an editor has chosen for an edition. */
function OpenCommand({ act, edition, edited, onChanged, onClose }: OpenCommandProps) {
  const navigate = useNavigate()
  const seen = { bookId: edited.id, version: edited.version }
  const name = describeEdition(edition)
  if (act === 'merge') {
    const merge = async (winnerId: string) => {
      const { auditId } = await api.edition.merge({ ...seen, loserId: edition.id, winnerId })
      reportEdit(`「${name}」合并了`, { auditId })
      onChanged()
    }
    const others = edited.book.editions.filter(({ id }) => id !== edition.id)
    return <MergeEdition name={name} others={others} act={merge} onClose={onClose} />
  }
  const href = `/admin/book/${edited.id}`
  if (act === 'split') {
    const split = async () => {
      const { id, auditId } = await api.edition.split({ ...seen, id: edition.id })
      reportEdit(`「${name}」拆成了一本书，改一改它的书名和介绍`, { auditId, href })
      await navigate(`/admin/book/${id}`)
    }
    return <SplitEdition name={name} act={split} onClose={onClose} />
  }
  const move = async (toBookId: string, title: string) => {
    const { auditId } = await api.edition.move({ ...seen, id: edition.id, toBookId })
    reportEdit(`「${name}」移到了《${title}》`, { auditId, href })
    await navigate(`/admin/book/${toBookId}`)
  }
  return <MoveEdition name={name} bookId={edited.id} act={move} onClose={onClose} />
}

/** Dialog that merges an edition into another one of the book, which the editor chooses. */
function MergeEdition({ name, others, act, onClose }: MergeEditionProps) {
  const [winnerId, setWinnerId] = useState(others[0]?.id ?? '')
  const id = useId()
  return (
    <ConfirmDialog heading="合并两个版本？" confirm="合并" act={() => act(winnerId)} onClose={onClose}>
      <div className="field">
        <label htmlFor={id}>留下哪一个</label>
        <select id={id} value={winnerId} onChange={({ target }) => setWinnerId(target.value)}>
          {others.map((edition) => (
            <option key={edition.id} value={edition.id ?? ''}>
              {describeEdition(edition)}
            </option>
          ))}
        </select>
        <p className="field-hint">「{name}」会移除；留下的那个空着的项，用它的补上。</p>
      </div>
    </ConfirmDialog>
  )
}

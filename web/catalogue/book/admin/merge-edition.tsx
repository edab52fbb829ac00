import { useId, useState } from 'react'
import type { DraftEdition } from '#shared/api/book/edition.ts'
import { describeEdition } from '#shared/api/book/edition-text.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

interface MergeEditionProps {
  /** Some words that tell the edition from the other editions of its book. */
  name: string
  /** The other editions of the book. */
  others: DraftEdition[]
  act: (winnerId: string) => Promise<void>
  onClose: () => void
}

/** Dialog that merges an edition into another one of the book, which the editor chooses. */
export function MergeEdition({ name, others, act, onClose }: MergeEditionProps) {
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

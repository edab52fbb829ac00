import { useState } from 'react'
import { findBooks, type FoundBook } from '#web/catalogue/book/form/book-options.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Finder } from '#web/ui/finder.tsx'
import { focusInput } from '#web/ui/focus-input.ts'

interface SplitEditionProps {
  /** Some words that tell the edition from the other editions of its book. */
  name: string
  act: () => Promise<void>
  onClose: () => void
}

/** Dialog that separates an edition from its book and makes it a new book. */
export function SplitEdition({ name, act, onClose }: SplitEditionProps) {
  return (
    <ConfirmDialog heading="拆成一本书？" confirm="拆出来" act={act} onClose={onClose}>
      「{name}」会成为一本新书，书名、作者、介绍、标签和地方先照抄这一本，拆完再改。评论和评分留在这一本。
    </ConfirmDialog>
  )
}

interface MoveEditionProps {
  name: string
  /** Id of the book to which the edition belongs until it is moved. */
  bookId: string
  act: (toBookId: string, title: string) => Promise<void>
  onClose: () => void
}

/** Search field and dialog that move an edition to another book, which the editor chooses. */
export function MoveEdition({ name, bookId, act, onClose }: MoveEditionProps) {
  const [chosen, setChosen] = useState<FoundBook | null>(null)
  return (
    <div className="edition-target" ref={focusInput}>
      <Finder
        label="移到哪一本"
        placeholder="书名、作者、拼音、ISBN"
        ask={async (query, signal) => (await findBooks(query, signal)).filter(({ id }) => id !== bookId)}
        keyOf={({ id }) => id}
        nameOf={({ title }) => title}
        noteOf={({ authors }) => authors}
        onPick={setChosen}
      />
      {chosen && (
        <ConfirmDialog
          heading="移到另一本书？"
          confirm="移过去"
          act={() => act(chosen.id, chosen.title)}
          onClose={onClose}
        >
          「{name}」会成为《{chosen.title}》（{chosen.authors}）的最后一个版本。
        </ConfirmDialog>
      )}
    </div>
  )
}

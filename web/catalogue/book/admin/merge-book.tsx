import { useState } from 'react'
import { useNavigate } from 'react-router'
import { reportEdit } from '#web/frame/admin/last-edit-store.ts'
import { api } from '#web/frame/session/session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Finder } from '#web/ui/finder.tsx'
import { findBooks, type FoundBook } from '#web/catalogue/book/form/book-options.ts'

/** Admin form that merges a book (its `id` and `title` are given) into another book, which the editor chooses. */
export function MergeBook({ id, title }: { id: string; title: string }) {
  const navigate = useNavigate()
  const [winner, setWinner] = useState<FoundBook | null>(null)
  return (
    <section className="admin-section">
      <h2>并到另一本</h2>
      <Finder
        label="留下哪一本"
        placeholder="书名、作者、拼音、ISBN"
        hint="评论、喜欢、收藏、评分、书架、推荐和正文都过去，这一页的地址会转到那一本；可以撤销。"
        ask={async (query, signal) => (await findBooks(query, signal)).filter((book) => book.id !== id)}
        keyOf={(book) => book.id}
        nameOf={(book) => book.title}
        noteOf={({ authors }) => authors}
        onPick={setWinner}
      />
      {winner && (
        <ConfirmDialog
          heading="合并两本书？"
          confirm="合并"
          act={async () => {
            const { auditId } = await api.book.merge({ loserId: id, winnerId: winner.id })
            reportEdit(`《${title}》并到了《${winner.title}》`, { auditId })
            await navigate(`/admin/book/${winner.id}`)
          }}
          onClose={() => setWinner(null)}
        >
          《{title}》会成为《{winner.title}》（{winner.authors}
          ）的一部分，它自己的页面不再有；可以撤销。这一页还没有保存的改动会丢失。
        </ConfirmDialog>
      )}
    </section>
  )
}

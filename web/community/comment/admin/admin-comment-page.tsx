import { useCallback, useState, useEffect } from 'react'
import type { AdminComment } from '#shared/api/community/comment-admin.ts'
import { Failure } from '#shared/api/failure.ts'
import { api } from '#web/frame/session/session.ts'
import { PageHead } from '#web/frame/page/page-head.tsx'
import { usePagedList } from '#web/ui/list/use-paged-list.ts'
import { countText } from '#web/ui/capped-count.ts'
import { AdminCommentRow, type Decision } from './admin-comment-row.tsx'
import './comment-admin.css'

/**
 * Maps each key of the moderation queue to the name of the button that it presses in the comment that has the focus.
 */
const buttonNames: Record<string, string> = { a: 'approve', d: 'delete', u: 'undo' }

const steps: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

const shows = [
  { show: 'waiting', label: '待处理' },
  { show: 'deleted', label: '编辑删掉的' },
] as const

const keyOf = ({ comment }: AdminComment) => comment.id

type Show = (typeof shows)[number]['show']

/**
 * Admin page with two lists: the comments that are held for review or reported, the oldest first, and the deleted
 * comments.
 */
export function Component() {
  const [show, setShow] = useState<Show>('waiting')
  const ask = useCallback(
    (cursor: string | undefined, signal?: AbortSignal) => api.comment.adminList({ show, cursor }, signal),
    [show],
  )
  const { list, last, hasMore, message, more, reload } = usePagedList(ask, keyOf)
  const { decisions, notice, decide } = useDecisions(() => show === 'deleted' && reload())
  useModerationKeys()
  return (
    <div className="comment-admin">
      <PageHead title="评论" description="编辑看待审和被举报的评论。" path={null} />
      <h1>评论</h1>
      <p className="form-note key-hint">
        <kbd>J</kbd> <kbd>K</kbd> 或上下键走到下一条、上一条，<kbd>A</kbd> 通过，<kbd>D</kbd> 删除，<kbd>U</kbd> 撤销。
      </p>
      <ShowChoice show={show} total={list && last?.total} onChoose={setShow} />
      <p role="status" className="comment-admin-notice">
        {notice}
      </p>
      {message && <p role="alert">{message}</p>}
      {list === undefined && !message && <p className="empty">正在读取……</p>}
      {list?.length === 0 && (
        <p className="empty">{show === 'waiting' ? '没有待处理的评论。' : '编辑还没有删过评论。'}</p>
      )}
      <ol className="comment-admin-list">
        {list?.map((one) => (
          <li key={one.comment.id}>
            <AdminCommentRow
              entry={one}
              isDeleted={show === 'deleted'}
              decision={decisions[one.comment.id]}
              onDecide={(decision, reason) => void decide(one, decision, reason)}
            />
          </li>
        ))}
      </ol>
      {hasMore && (
        <button type="button" className="button button-quiet" onClick={more}>
          更多
        </button>
      )}
    </div>
  )
}

interface ShowChoiceProps {
  show: Show
  total: number | undefined
  onChoose: (show: Show) => void
}

function ShowChoice({ show, total, onChoose }: ShowChoiceProps) {
  return (
    <div className="chips" role="group" aria-label="看哪些">
      {shows.map((one) => (
        <button
          key={one.show}
          type="button"
          className="chip"
          aria-current={one.show === show ? 'true' : undefined}
          onClick={() => onChoose(one.show)}
        >
          {one.label}
          {one.show === show && <span className="count">{total !== undefined && countText(total)}</span>}
        </button>
      ))}
    </div>
  )
}

/**
 * Sends the editor's decisions on comments to the server and stores the latest decision for each comment. A null
 * decision restores a deleted comment.
 */
function useDecisions(onDecided: () => void) {
  const [decisions, setDecisions] = useState<Record<string, Decision>>({})
  const [notice, setNotice] = useState('')
  const decide = async ({ comment: { id } }: AdminComment, decision: Decision | null, reason = '') => {
    setNotice('')
    try {
      if (decision === 'approved') await api.comment.approve({ id })
      else if (decision === 'deleted') await api.comment.remove({ id, reason })
      else await api.comment.restore({ id })
      setDecisions(({ [id]: _, ...others }) => (decision === null ? others : { ...others, [id]: decision }))
      setNotice(decision === 'approved' ? '已通过' : decision === 'deleted' ? '已删除，可以撤销' : '已恢复')
      onDecided()
    } catch (error) {
      setNotice(error instanceof Failure ? error.message : '没有成功，请再试一次')
    }
  }
  return { decisions, notice, decide }
}

/**
 * Keyboard shortcuts of the moderation queue: `j` and `k` or the arrows move between comments, and letters press the
 * buttons of a comment.
 */
function useModerationKeys() {
  useEffect(() => {
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
}

function handleKey(event: KeyboardEvent) {
  const { key, target, ctrlKey, metaKey, altKey } = event
  if (ctrlKey || metaKey || altKey || (target as Element).closest('input, textarea, select') !== null) return
  const rows = [...document.querySelectorAll<HTMLElement>('[data-admin-row]')]
  const at = rows.findIndex((row) => row.contains(target as Node))
  const step = steps[key]
  // While no comment of the moderation queue has the focus, the arrow keys scroll the page as usual.
  const row = step === undefined || (at < 0 && key.startsWith('Arrow')) ? undefined : rows[Math.max(at + step, 0)]
  const button = rows[at]?.querySelector<HTMLElement>(`[data-act="${buttonNames[key] ?? ''}"]`)
  if (row === undefined && !button) return
  event.preventDefault()
  row?.focus()
  button?.click()
}

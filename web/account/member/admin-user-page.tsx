import { useCallback, useState } from 'react'
import type { Member, MemberState } from '#shared/api/account/member.ts'
import { api } from '#web/frame/session/session.ts'
import { Field } from '#web/ui/field.tsx'
import { PageHead } from '#web/frame/page/page-head.tsx'
import { usePagedList } from '#web/ui/list/use-paged-list.ts'
import { countText } from '#web/ui/capped-count.ts'
import { MemberDialog } from './member-dialog.tsx'
import { MemberRow } from './member-row.tsx'

const states: { state: MemberState | undefined; label: string }[] = [
  { state: undefined, label: '所有人' },
  { state: 'editor', label: '编辑' },
  { state: 'admin', label: '管理员' },
  { state: 'suspended', label: '已停用' },
  { state: 'deleted', label: '已注销' },
]

/** Admin page that lists users and changes their roles and suspension. */
export function Component() {
  const [query, setQuery] = useState('')
  const [state, setState] = useState<MemberState>()
  return (
    <div className="admin-page">
      <PageHead title="用户" description="管理员用的用户列表。" path={null} />
      <h1>用户</h1>
      <form
        className="admin-find"
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          setQuery(String(new FormData(event.currentTarget).get('query')).trim())
        }}
      >
        <Field label="名字、邮箱、手机号的一部分，或编号" name="query" type="search" maxLength={100} />
        <button type="submit" className="button">
          查找
        </button>
      </form>
      <div className="chips" role="group" aria-label="只看">
        {states.map(({ state: one, label }) => (
          <button key={label} type="button" className="chip" aria-pressed={one === state} onClick={() => setState(one)}>
            {label}
          </button>
        ))}
      </div>
      <MemberList query={query} state={state} />
    </div>
  )
}

const keyOf = ({ id }: Member) => id

function MemberList({ query, state }: { query: string; state: MemberState | undefined }) {
  const ask = useCallback(
    (cursor: string | undefined, signal?: AbortSignal) =>
      api.user.list({ query, ...(state && { state }), ...(cursor && { cursor }) }, signal),
    [query, state],
  )
  const { list, total, message, hasMore, more, change } = usePagedList(ask, keyOf)
  const [opened, setOpened] = useState<Member>()
  const handleChange = (now: Member) => {
    if (opened === undefined) return
    change(opened.id, () => now)
    setOpened(now)
  }
  return (
    <>
      {message && <p role="alert">{message}</p>}
      <p role="status" className="form-note">
        {list && (total > 0 ? `共 ${countText(total)} 人` : '没有找到这样的用户。')}
      </p>
      <ul className="admin-rows">
        {list?.map((member) => (
          <MemberRow key={member.id} member={member} onOpen={() => setOpened(member)} />
        ))}
      </ul>
      {hasMore && (
        <button type="button" className="button button-quiet" onClick={more}>
          更多
        </button>
      )}
      {opened && <MemberDialog member={opened} onChange={handleChange} onClose={() => setOpened(undefined)} />}
    </>
  )
}

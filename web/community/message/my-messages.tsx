import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Message } from '#shared/api/community/message.ts'
import { api } from '#web/frame/session/session.ts'
import { PagedList } from '#web/ui/list/paged-list.tsx'
import { usePagedList } from '#web/ui/list/use-paged-list.ts'
import { useAttempt } from '#web/ui/use-attempt.ts'
import { MessagePreferences } from './message-preferences.tsx'
import { MessageRow } from './message-row.tsx'
import { useUnread } from './unread-store.ts'
import { refreshUnread } from './watch-unread.ts'
import './my-messages.css'

const limit = 20
const askAll = (cursor?: string, signal?: AbortSignal) => api.message.list({ limit, ...(cursor && { cursor }) }, signal)
const askUnread = (cursor?: string, signal?: AbortSignal) =>
  api.message.list({ status: 'unread', limit, ...(cursor && { cursor }) }, signal)
const keyOf = ({ id }: Message) => id

/** List of the user's messages, all or only unread ones. New messages appear as they arrive. */
export function MyMessages() {
  const unread = useUnread((state) => state.count)
  const [isFiltered, setIsFiltered] = useState(false)
  const pages = usePagedList(isFiltered ? askUnread : askAll, keyOf)
  const { refresh, change } = pages
  const before = useRef(unread)
  useEffect(() => {
    if (unread > before.current) refresh()
    before.current = unread
  }, [unread, refresh])

  const { message, attempt } = useAttempt()
  /** Runs a change of messages. If it fails, the list shows again what the server has. */
  const save = async (act: () => Promise<unknown>) => {
    const isSaved = await attempt(act)
    if (isSaved) await refreshUnread()
    else refresh()
    return isSaved
  }
  const read = (id: string) => {
    change(id, (message) => ({ ...message, read: true }))
    void save(() => api.message.read({ id }))
  }
  const remove = (id: string) => {
    change(id, () => undefined)
    void save(() => api.message.remove({ id }))
  }
  const readAll = async () => {
    if (await save(() => api.message.readAll())) refresh()
  }
  return (
    <section aria-label="消息">
      <div className="message-bar">
        <div className="chips" role="group" aria-label="看哪些">
          <Choice isChosen={!isFiltered} onChoose={() => setIsFiltered(false)}>
            全部
          </Choice>
          <Choice isChosen={isFiltered} onChoose={() => setIsFiltered(true)}>
            未读{unread > 0 && <span className="count">{unread}</span>}
          </Choice>
        </div>
        <button type="button" className="button button-quiet" disabled={unread === 0} onClick={() => void readAll()}>
          全部标为已读
        </button>
      </div>
      {message && <p role="alert">{message}</p>}
      <PagedList pages={pages} label="消息" keyOf={keyOf} empty={<NoMessage isFiltered={isFiltered} />}>
        {(message) => <MessageRow message={message} onRead={read} onRemove={remove} />}
      </PagedList>
      <MessagePreferences />
    </section>
  )
}

function Choice({ isChosen, onChoose, children }: { isChosen: boolean; onChoose: () => void; children: ReactNode }) {
  return (
    <button type="button" className="chip" aria-pressed={isChosen} onClick={onChoose}>
      {children}
    </button>
  )
}

function NoMessage({ isFiltered }: { isFiltered: boolean }) {
  return (
    <>
      <p>{isFiltered ? '没有未读的消息。' : '还没有消息。去书下说点什么，有人回复你会在这里看到。'}</p>
      <a className="button" href="/book">
        看看好书
      </a>
    </>
  )
}

import { Monitor, Smartphone } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { useState } from 'react'
import type { Session } from '#shared/api/account/user-session.ts'
import { useAnswer } from '#web/ui/use-answer.ts'
import { api } from '#web/frame/session/session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { formatTime } from '#web/ui/time-text.ts'

const listSessions = (signal?: AbortSignal) => api.session.list({}, signal)

/** List of the user's login sessions, which can be ended one by one or all except the current one. */
export function SessionList() {
  const { data, message, reload } = useAnswer(listSessions)
  const [ending, setEnding] = useState<Session | 'others'>()
  const list = data?.list ?? []
  const end = async () => {
    if (ending === 'others') await api.session.removeOthers()
    else if (ending !== undefined) await api.session.remove({ id: ending.id })
    reload()
  }
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">登录设备</h2>
      <p className="form-note">哪一个不是你，就退出它，再换一个密码。三十天不用的会自己退出。</p>
      {message && <p role="alert">{message}</p>}
      <ul className="security-rows">
        {list.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
        ))}
      </ul>
      {list.length > 1 && (
        <button type="button" className="button button-quiet" onClick={() => setEnding('others')}>
          退出其他所有登录
        </button>
      )}
      {ending && (
        <ConfirmDialog heading="退出这个登录？" confirm="退出" act={end} onClose={() => setEnding(undefined)}>
          {ending === 'others' ? (
            <p>除了现在用的这一个，其他 {list.length - 1} 个登录都会退出，要用时须重新登录。</p>
          ) : (
            <p>{ending.device} 会立刻退出，要用时须重新登录。</p>
          )}
        </ConfirmDialog>
      )}
    </section>
  )
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { device, network, createdAt, lastUsedAt, isThis } = session
  return (
    <li>
      <Icon of={/iPhone|iPad|安卓|鸿蒙/.test(device) ? Smartphone : Monitor} size={24} />
      <div className="security-row-text">
        <strong>{device}</strong>
        {isThis && <span className="badge">现在用的</span>}
        <p>
          {network && `${network} · `}
          {formatTime(createdAt)}登录
          {!isThis && ` · 最近 ${formatTime(lastUsedAt)}`}
        </p>
      </div>
      {!isThis && (
        <span className="security-row-buttons">
          <button type="button" className="button button-quiet" aria-label={`退出：${device}`} onClick={onEnd}>
            退出
          </button>
        </span>
      )}
    </li>
  )
}

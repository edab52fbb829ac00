import { useState } from 'react'
import { kosyncPath } from '#shared/kosync-path.ts'
import type { KosyncKey } from '#shared/api/account/kosync.ts'
import { useSite } from '#web/page/use-site.ts'
import { useAnswer } from '#web/ui/use-answer.ts'
import { api } from '#web/session/session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { formatTime } from '#web/ui/time-text.ts'
import { describeFailure } from '#web/ui/describe-failure.ts'
import './kosync-settings.css'
import '#web/ui/facts.css'

const ask = (signal?: AbortSignal) => api.kosync.show({}, signal)
type Act = 'renew' | 'revoke'

/** Settings of the sync account with which e-readers report reading progress. */
export function KosyncSettings() {
  const { data, message, reload } = useAnswer(ask)
  const [password, setPassword] = useState<string>()
  const [wrong, setWrong] = useState('')
  const [asked, setAsked] = useState<Act>()
  const createPassword = async () => {
    const created = await api.kosync.create({})
    setPassword(created.password)
    setWrong('')
    reload()
  }
  const revoke = async () => {
    await api.kosync.revoke({})
    setPassword(undefined)
    reload()
  }
  const createFirst = () =>
    void createPassword().catch((error: unknown) => setWrong(`没有生成：${describeFailure(error).message}`))
  const key = data?.key ?? null
  return (
    <section className="setting" aria-labelledby="kosync">
      <h2 id="kosync">电子阅读器同步</h2>
      <p className="form-note">
        用 KOReader 读书的，读到哪里可以存在这里，换一台设备接着读；从这里下载的书，网页上也知道你读到了百分之几。
      </p>
      {key && <KeyFacts shown={key} password={password} />}
      <p role="status" className="form-note">
        {key && password && '密码只显示这一回。在 KOReader 的「进度同步」里填好自定义同步服务器，再用它登录。'}
      </p>
      {(wrong || message) && <p role="alert">{wrong || message}</p>}
      <span className="form-buttons">
        <button
          type="button"
          className="button button-quiet"
          disabled={data === undefined}
          onClick={() => (key ? setAsked('renew') : createFirst())}
        >
          {key ? '换一个同步密码' : '生成同步密码'}
        </button>
        {key && (
          <button type="button" className="button button-quiet" onClick={() => setAsked('revoke')}>
            停止同步
          </button>
        )}
      </span>
      {asked && (
        <KosyncDialog
          asked={asked}
          act={asked === 'renew' ? createPassword : revoke}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  )
}

function KeyFacts({ shown, password }: { shown: KosyncKey; password: string | undefined }) {
  const { publicUrl } = useSite()
  return (
    <dl className="facts kosync-facts">
      <div>
        <dt>同步服务器</dt>
        <dd>
          <code>{publicUrl + kosyncPath}</code>
        </dd>
      </div>
      <div>
        <dt>用户名</dt>
        <dd>
          <code>{shown.name}</code>
        </dd>
      </div>
      <div>
        <dt>密码</dt>
        <dd>{password ? <code>{password}</code> : '已经给过你，忘了就换一个'}</dd>
      </div>
      <div>
        <dt>上次同步</dt>
        <dd>{shown.lastUsedAt === null ? '还没有' : formatTime(shown.lastUsedAt)}</dd>
      </div>
    </dl>
  )
}

const words = {
  renew: {
    heading: '换一个同步密码？',
    confirm: '换掉',
    text: '用旧密码登录的阅读器会停止同步，要用新密码再登录一次。',
  },
  revoke: { heading: '停止同步？', confirm: '停止', text: '所有阅读器都不能再用这个密码同步。已经存下的进度还在。' },
}

function KosyncDialog({ asked, act, onClose }: { asked: Act; act(): Promise<void>; onClose(): void }) {
  const { heading, confirm, text } = words[asked]
  return (
    <ConfirmDialog heading={heading} confirm={confirm} act={act} onClose={onClose}>
      <p>{text}</p>
    </ConfirmDialog>
  )
}

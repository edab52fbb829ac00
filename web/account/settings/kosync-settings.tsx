import { useState } from 'react'
import { kosyncPath } from '#shared/kosync-path.ts'
import type { KosyncKey } from '#shared/api/account/kosync.ts'
import { useSite } from '#web/frame/page/use-site.ts'
import { useAnswer } from '#web/ui/use-answer.ts'
import { api } from '#web/frame/session/session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { formatTime } from '#web/ui/time-text.ts'
import { describeFailure } from '#web/ui/describe-failure.ts'
import './kosync-settings.css'
import '#web/ui/facts.css'

/** The path of the OPDS 1.2 catalogue; the path of the OPDS 2.0 catalogue is this path followed by `/v2`. */
const opdsPath = '/opds'

const ask = (signal?: AbortSignal) => api.kosync.show({}, signal)
type Act = 'renew' | 'revoke'

/** Settings of the e-reader key, with which e-readers show the user's shelves and sync reading progress. */
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
      <h2 id="kosync">电子阅读器</h2>
      <p className="form-note">
        生成一个阅读器密钥，阅读器上就有你的书架。用 KOReader 的，读到哪里也存在这里。密钥只给阅读器用，不能登录网站。
      </p>
      {key && <KeyFacts shown={key} password={password} />}
      <p role="status" className="form-note">
        {key && password && '密钥只显示这一次，请现在就填进阅读器。'}
      </p>
      {(wrong || message) && <p role="alert">{wrong || message}</p>}
      <span className="form-buttons">
        <button
          type="button"
          className="button button-quiet"
          disabled={data === undefined}
          onClick={() => (key ? setAsked('renew') : createFirst())}
        >
          {key ? '更换密钥' : '生成密钥'}
        </button>
        {key && (
          <button type="button" className="button button-quiet" onClick={() => setAsked('revoke')}>
            停用密钥
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
    <>
      <dl className="facts kosync-facts">
        <div>
          <dt>书库地址</dt>
          <dd>
            <code>{publicUrl + opdsPath}</code>
          </dd>
        </div>
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
          <dt>阅读器密钥</dt>
          <dd>{password ? <code>{password}</code> : '已经给过你，忘了就换一个'}</dd>
        </div>
        <div>
          <dt>上次使用</dt>
          <dd>{shown.lastUsedAt === null ? '还没有' : formatTime(shown.lastUsedAt)}</dd>
        </div>
      </dl>
      <ul className="form-note kosync-steps">
        <li>
          KOReader：搜索菜单里的「OPDS 目录」点加号，填书库地址、用户名和密钥；「进度同步」里填同步服务器，再登录。
        </li>
        <li>Thorium：「目录」里添加书库地址，末尾加上 /v2；打开「我的书架」时填用户名和密钥。</li>
        <li>静读天下（Moon+ Reader）：「网络书库」里添加书库地址，填用户名和密钥。</li>
      </ul>
    </>
  )
}

const words = {
  renew: {
    heading: '更换密钥？',
    confirm: '更换',
    text: '用旧密钥的阅读器会看不到书架，也会停止同步，要用新密钥再登录一次。',
  },
  revoke: { heading: '停用密钥？', confirm: '停用', text: '所有阅读器都不能再用它看书架和同步。已经存下的进度还在。' },
}

function KosyncDialog({ asked, act, onClose }: { asked: Act; act(): Promise<void>; onClose(): void }) {
  const { heading, confirm, text } = words[asked]
  return (
    <ConfirmDialog heading={heading} confirm={confirm} act={act} onClose={onClose}>
      <p>{text}</p>
    </ConfirmDialog>
  )
}

import { KeyRound } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { useState } from 'react'
import type { Passkey } from '#shared/api/account/passkey.ts'
import { useAnswer } from '#web/ui/use-answer.ts'
import { api } from '#web/frame/session/session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { formatTime } from '#web/ui/time-text.ts'
import { NameDialog } from './name-dialog.tsx'

/** Loads the script with the WebAuthn library only once the user adds a passkey. */
const createPasskey = async (name: string) =>
  (await import('#web/account/login/passkey-ceremony.ts')).createPasskey(name)

const listPasskeys = (signal?: AbortSignal) => api.passkey.list({}, signal)

type Asked = { what: 'add' } | { what: 'rename' | 'remove'; passkey: Passkey }

/** List of the account's passkeys, with buttons to add, rename and delete them. */
export function PasskeySettings() {
  const { data, message, reload } = useAnswer(listPasskeys)
  const [asked, setAsked] = useState<Asked>()
  const list = data?.list ?? []
  return (
    <section aria-labelledby="passkeys">
      <h2 id="passkeys">通行密钥</h2>
      <p className="form-note">用指纹、面容或锁屏密码登录，不用记密码，也骗不走。</p>
      {message && <p role="alert">{message}</p>}
      {list.length > 0 && (
        <ul className="security-rows">
          {list.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onAsk={(what) => setAsked({ what, passkey })} />
          ))}
        </ul>
      )}
      <button type="button" className="button button-quiet" onClick={() => setAsked({ what: 'add' })}>
        添加通行密钥
      </button>
      {asked && <PasskeyDialog asked={asked} reload={reload} onClose={() => setAsked(undefined)} />}
    </section>
  )
}

function PasskeyRow({ passkey, onAsk }: { passkey: Passkey; onAsk: (what: 'rename' | 'remove') => void }) {
  const { name, isSynced, createdAt, lastUsedAt } = passkey
  return (
    <li>
      <Icon of={KeyRound} size={24} />
      <div className="security-row-text">
        <strong>{name}</strong>
        {isSynced && <span className="badge">多台设备可用</span>}
        <p>{lastUsedAt === null ? `${formatTime(createdAt)}添加，还没有用过` : `最近用于 ${formatTime(lastUsedAt)}`}</p>
      </div>
      <span className="security-row-buttons">
        <button
          type="button"
          className="button button-quiet"
          aria-label={`改名：${name}`}
          onClick={() => onAsk('rename')}
        >
          改名
        </button>
        <button
          type="button"
          className="button button-quiet"
          aria-label={`移除：${name}`}
          onClick={() => onAsk('remove')}
        >
          移除
        </button>
      </span>
    </li>
  )
}

function PasskeyDialog({ asked, reload, onClose }: { asked: Asked; reload: () => void; onClose: () => void }) {
  const done = (act: Promise<unknown>) => act.then(reload)
  if (asked.what === 'add')
    return (
      <NameDialog
        heading="添加通行密钥"
        note="给它起个名字，以后好认；接下来由这台设备或你的密码管理器来问你。"
        name={guessName()}
        confirm="继续"
        act={(name) => done(createPasskey(name))}
        onClose={onClose}
      />
    )
  const { id, name } = asked.passkey
  if (asked.what === 'rename')
    return (
      <NameDialog
        heading="给通行密钥改名"
        name={name}
        confirm="改名"
        act={(to) => done(api.passkey.rename({ id, name: to }))}
        onClose={onClose}
      />
    )
  return (
    <ConfirmDialog
      heading="移除通行密钥？"
      confirm="移除"
      act={() => done(api.passkey.remove({ id }))}
      onClose={onClose}
    >
      <p>「{name}」以后不能再用来登录。设备里的那一份还在，请也在设备的密码管理里删去。</p>
    </ConfirmDialog>
  )
}

function guessName() {
  const [device] = /iPhone|iPad|Android|Windows|Macintosh|Linux/.exec(navigator.userAgent) ?? []
  return device === undefined ? '我的设备' : `我的 ${device.replace('Macintosh', 'Mac')}`
}

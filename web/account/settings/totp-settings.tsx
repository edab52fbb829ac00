import { isEditor } from '#shared/api/account/is-editor.ts'
import { Suspense, useState } from 'react'
import { useAnswer } from '#web/ui/use-answer.ts'
import { api } from '#web/frame/session/session.ts'
import { useSession } from '#web/frame/session/session-store.ts'
import { lazyComponent } from '#web/frame/page/lazy-component.ts'
import { TotpCodeDialog } from './totp-code-dialog.tsx'

const showTotp = (signal?: AbortSignal) => api.totp.show({}, signal)
const TotpSetup = lazyComponent(async () => (await import('./totp-setup.tsx')).TotpSetup)

/** Settings of two-step login. Only editors, admins and users who already use it can see them. */
export function TotpSettings() {
  const mayEdit = useSession(({ userInfo }) => isEditor(userInfo.roles))
  const { data, message, reload } = useAnswer(showTotp)
  const [asked, setAsked] = useState<'on' | 'off' | 'codes'>()
  if (!mayEdit && data?.isOn !== true) return null
  const handleClose = () => {
    setAsked(undefined)
    reload()
  }
  return (
    <section aria-labelledby="totp">
      <h2 id="totp">两步验证</h2>
      <p className="form-note">
        {data?.isOn
          ? `已经打开：登录时除了密码或验证码，还要填验证器上的 6 位数字。还剩 ${data.countRecoveryCodes} 个恢复码。`
          : '编辑和管理员管着大家的东西，建议打开：登录时再填一组手机验证器上的 6 位数字，密码泄露了别人也进不来。'}
      </p>
      {message && <p role="alert">{message}</p>}
      {data?.isOn ? (
        <span className="security-row-buttons">
          <button type="button" className="button button-quiet" onClick={() => setAsked('codes')}>
            换一组恢复码
          </button>
          <button type="button" className="button button-quiet" onClick={() => setAsked('off')}>
            关闭两步验证
          </button>
        </span>
      ) : (
        <button
          type="button"
          className="button button-quiet"
          disabled={data === undefined}
          onClick={() => setAsked('on')}
        >
          开启两步验证
        </button>
      )}
      {asked === 'on' && (
        <Suspense>
          <TotpSetup onClose={handleClose} />
        </Suspense>
      )}
      {(asked === 'off' || asked === 'codes') && <TotpCodeDialog act={asked} onClose={handleClose} />}
    </section>
  )
}

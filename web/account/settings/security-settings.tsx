import type { User } from '#shared/api/account/user.ts'
import { DeleteAccount } from './delete-account.tsx'
import { PasskeySettings } from './passkey-settings.tsx'
import { SessionList } from './session-list.tsx'
import { TotpSettings } from './totp-settings.tsx'
import { api } from '#web/frame/session/session.ts'
import { useSite } from '#web/frame/page/use-site.ts'
import { downloadFile } from '#web/ui/download-file.ts'
import { useForm } from '#web/ui/use-form.ts'
import './security-settings.css'

/** Security settings: sessions, two-step login, passkeys, data export and account deletion. */
export function SecuritySettings({ user }: { user: User }) {
  return (
    <div className="security">
      <PasskeySettings />
      <TotpSettings />
      <SessionList />
      <DownloadData />
      <DeleteAccount user={user} />
    </div>
  )
}

/** Button that downloads all data of the user as a file. */
function DownloadData() {
  const { name } = useSite()
  const { isBusy, message, form } = useForm(async () => {
    const content = JSON.stringify(await api.user.data(), null, 2)
    downloadFile(`${name}-我的数据-${new Date().toLocaleDateString('sv')}.json`, 'application/json', content)
  })
  return (
    <section aria-labelledby="own-data">
      <h2 id="own-data">我的数据</h2>
      <p className="form-note">
        资料、评论、喜欢、收藏、评分、书架、读书时间、推荐、消息和登录记录，都在一个 JSON 文件里。
      </p>
      <form className="form" {...form}>
        <p className="form-message" role="alert" hidden={message === ''}>
          {message}
        </p>
        <span>
          <button type="submit" className="button button-quiet" aria-disabled={isBusy}>
            {isBusy ? '正在收集……' : '下载我的数据'}
          </button>
        </span>
      </form>
    </section>
  )
}

import type { User } from '#shared/api/account/user.ts'
import { DeleteAccount } from './delete-account.tsx'
import { DownloadData } from './download-data.tsx'
import { PasskeySettings } from './passkey-settings.tsx'
import { SessionList } from './session-list.tsx'
import { TotpSettings } from './totp-settings.tsx'
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

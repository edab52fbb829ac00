import type { Config } from '#server/start/config.ts'
import { type Finding, findingsAbout } from './finding.ts'

/** A secret with fewer distinct characters than this is reported as easy to guess. */
const minDifferentCharacters = 8
const loopbackHosts = ['127.0.0.1', '::1', 'localhost']

type Settings = Pick<
  Config,
  'host' | 'trustProxy' | 'smtpUrl' | 'metricsToken' | 'databaseUrl' | 'adminEmail' | 'contactEmail'
> & {
  site: Pick<Config['site'], 'publicUrl' | 'isReadOnly'>
  backup: Pick<Config['backup'], 'to' | 'passphrase'>
}

/** Checks whether settings that are valid one by one are wrong or unsafe together. Reads no files and no database. */
export function checkSettings(config: Settings): Finding[] {
  return [
    checkAddress(config),
    checkProxy(config),
    checkMailSetting(config),
    checkContact(config),
    ...checkSecrets(config),
    ...checkMode(config),
  ]
}

function isLocal(publicUrl: string): boolean {
  const { hostname } = new URL(publicUrl)
  return loopbackHosts.includes(hostname) || hostname.endsWith('.localhost')
}

function checkAddress({ site: { publicUrl } }: Settings): Finding {
  const { ok, advice } = findingsAbout('网址')
  if (isLocal(publicUrl))
    return advice(`PUBLIC_URL 是 ${publicUrl}，只有这台机器能打开`, '正式开站前把 PUBLIC_URL 设为读者打开的网址')
  if (!publicUrl.startsWith('https:'))
    return advice(
      `PUBLIC_URL 是 ${publicUrl}，密码会明文传送，通行密钥和离线阅读也用不了`,
      '给前面的代理配上证书，并把 PUBLIC_URL 改成 https:// 开头',
    )
  return ok(publicUrl)
}

function checkProxy({ host, trustProxy, site: { publicUrl } }: Settings): Finding {
  const { ok, fault, advice } = findingsAbout('代理')
  const isBehindProxy = publicUrl.startsWith('https:')
  if (isBehindProxy && !trustProxy)
    return fault(
      '网址是 https，前面一定有代理，TRUST_PROXY 却没有打开：所有读者会被当作同一个 IP，很快受到限制',
      '让代理设置 X-Forwarded-For，再设 TRUST_PROXY=on',
    )
  if (trustProxy && !loopbackHosts.includes(host))
    return advice(
      `TRUST_PROXY=on，而站点在 ${host} 上监听：绕过代理的人可以伪造 IP`,
      '代理在同一台机器上时设 HOST=127.0.0.1；否则用防火墙只放代理进来',
    )
  return ok(trustProxy ? '相信一层代理给的地址' : '前面没有代理')
}

function checkMailSetting({ smtpUrl, site: { publicUrl } }: Settings): Finding {
  const { ok, advice } = findingsAbout('邮件设置')
  if (smtpUrl !== undefined) return ok('已设 SMTP_URL')
  const seen = '没有设 SMTP_URL，验证码只写在日志里'
  return isLocal(publicUrl) ? ok(seen) : advice(seen, '设 SMTP_URL 和 MAIL_FROM，否则读者收不到验证码')
}

function checkContact({ contactEmail, site: { publicUrl } }: Settings): Finding {
  const { ok, advice } = findingsAbout('联系')
  if (contactEmail !== null) return ok(`读者可以写信到 ${contactEmail}`)
  const seen = '没有设 CONTACT_EMAIL，读者有版权和隐私的事找不到人'
  return isLocal(publicUrl) ? ok(seen) : advice(seen, '设 CONTACT_EMAIL，联系页会显示它')
}

function checkSecrets({ metricsToken, backup, databaseUrl, adminEmail }: Settings): Finding[] {
  const { ok, fault, advice } = findingsAbout('密钥')
  const password = databaseUrl === undefined ? '' : decodeURIComponent(new URL(databaseUrl).password)
  const secrets = { METRICS_TOKEN: metricsToken, BACKUP_PASSPHRASE: backup.passphrase, DATABASE_URL: password }
  const weak = Object.entries(secrets).flatMap(([name, secret]) => (isWeak(secret ?? '') ? [name] : []))
  const ofSecrets =
    weak.length > 0
      ? fault(`${weak.join('、')} 里的密钥太容易猜`, '换成随机的，例如 openssl rand -base64 24 的输出')
      : ok('没有看出容易猜的密钥')
  if (!adminEmail.endsWith('.local')) return [ofSecrets]
  const seen = 'ADMIN_EMAIL 还是默认的，忘了密码时收不到验证码'
  return [ofSecrets, advice(seen, '第一次启动前设成你的邮箱；已经启动过的，登录后在设置里换邮箱')]
}

function isWeak(secret: string): boolean {
  return (
    secret !== '' &&
    (new Set(secret).size < minDifferentCharacters || /^(password|changeme|zhitu|postgres)/i.test(secret))
  )
}

function checkMode({ site }: Settings): Finding[] {
  const { advice } = findingsAbout('维护')
  return site.isReadOnly ? [advice('MAINTENANCE=on，站点只读', '维护做完后去掉它，重新启动')] : []
}

import type { Config } from '#server/start/config.ts'
import { readObject, type Storage } from '#server/platform/storage/storage.ts'
import { openMailServer } from '#server/platform/mail/send-mail.ts'
import { markKey } from '#server/http/site/own-site.ts'
import { type Finding, findingsAbout } from './finding.ts'

const answerMs = 8000
/** The largest difference between two clocks for which signatures of requests are still accepted, in seconds. */
const clockSeconds = 60

/** Logs in to the mail server without sending a mail. */
export async function checkMailServer({
  smtpUrl,
  smtpCertificate,
  mailFrom,
}: Pick<Config, 'smtpUrl' | 'smtpCertificate' | 'mailFrom'>): Promise<Finding[]> {
  const { ok, fault } = findingsAbout('邮件服务器')
  if (smtpUrl === undefined) return []
  const transport = await openMailServer({ smtpUrl, smtpCertificate }, answerMs)
  try {
    await transport.verify()
    return [ok(`登录成功，发件人是 ${mailFrom}`)]
  } catch (error) {
    const remedy =
      '检查 SMTP_URL 的地址、端口、用户名和密码；密码里的特殊字符要写成 %XX；邮件服务器用自己的证书时，设 SMTP_CERTIFICATE'
    return [fault(`${new URL(smtpUrl).host} 登录不成功（${(error as Error).message}）`, remedy)]
  } finally {
    transport.close()
  }
}

/**
 * Reads `site.json` from the object store. This succeeds only if the URL of the store and the access key are right and
 * the key permits reading.
 */
export async function checkStorage(storage: Storage, { storage: settings }: Pick<Config, 'storage'>): Promise<Finding> {
  const { ok, fault } = findingsAbout('文件存储')
  const [place, remedy] = describeStorage(settings)
  try {
    const mark = await storage.get(markKey)
    if (mark === undefined) return ok(`${place} 可以读，还没有本站的标记`)
    const { siteId } = JSON.parse(String(await readObject(mark, 10_000))) as { siteId?: string }
    return ok(`${place} 可以读，属于站点 ${siteId ?? ''}`)
  } catch (error) {
    return fault(`${place} 不能读（${(error as Error).message}）`, remedy)
  }
}

/** Returns where the site stores its files, and what the operator should check if they cannot be read. */
function describeStorage({ kind, cos, s3 }: Config['storage']): [place: string, remedy: string] {
  if (kind === 'cos') return [`COS 的 ${cos?.bucket}`, '检查 COS_SECRET_ID、COS_SECRET_KEY、COS_BUCKET 和密钥的权限']
  if (kind === 's3') {
    const remedy = '检查 S3_ENDPOINT、S3_REGION、S3_BUCKET、两个密钥和它们的权限；阿里云 OSS 须设 S3_PATH_STYLE=off'
    return [`${s3?.endpoint} 的 ${s3?.bucket}`, remedy]
  }
  return ['本机的 DATA_DIR/storage', '检查目录的权限']
}

/**
 * Sends a request to the public address of the site. If nothing answers, this is only advice, because the site may not
 * be running yet.
 */
export async function checkPublicAddress(publicUrl: string, version: string): Promise<Finding[]> {
  const { ok, advice } = findingsAbout('公开的网址')
  try {
    const answer = await fetch(`${publicUrl}/healthz`, { signal: AbortSignal.timeout(answerMs) })
    const text = await answer.text()
    const clock = checkRemoteClock(answer.headers.get('date'))
    if (!answer.ok) return [advice(`${publicUrl} 回答 ${answer.status}`, '看代理的设置和日志'), ...clock]
    if (!text.includes(version))
      return [
        advice(`${publicUrl} 上的站点不是这个版本（${version}）`, '更新之后要重新启动站点；也看看代理指向哪里'),
        ...clock,
      ]
    return [ok(`${publicUrl} 打得开，版本是 ${version}`), ...clock]
  } catch (error) {
    const { cause, message } = error as Error
    const reason = cause instanceof Error ? cause.message : message
    return [advice(`${publicUrl} 打不开（${reason}）`, '站点没有启动时不用管；否则检查域名、证书和代理')]
  }
}

function checkRemoteClock(date: string | null): Finding[] {
  const { fault } = findingsAbout('时钟')
  const skew = date === null ? 0 : Math.abs(Date.now() - Date.parse(date)) / 1000
  if (!(skew > clockSeconds)) return []
  return [fault(`与网址那边的时钟差 ${Math.round(skew)} 秒`, '打开网络对时（systemd-timesyncd 或 chrony）')]
}

import { type OwnSiteParts, readCopyReason } from '#server/http/site/own-site.ts'
import { type Finding, findingsAbout } from './finding.ts'

/**
 * Checks whether the site counts as a copy, which cleans no storage, makes no backups and sends no mails on its own.
 * This is also the state of the real site after it was moved, restored or renamed, so it is only advice. Writes
 * nothing.
 */
export async function checkOwnSite(parts: OwnSiteParts): Promise<Finding> {
  const { ok, advice } = findingsAbout('正本')
  const why = await readCopyReason(parts)
  if (why === undefined) return ok('这里不是副本')
  const effect = '所以不清理存储，不自动备份，也不给读者寄消息邮件'
  return advice(`${why}，${effect}`, '如果这里才是正式的站点，运行 npm run adopt')
}

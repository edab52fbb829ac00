import { stat, statfs } from 'node:fs/promises'
import type { BackupTarget } from '#server/operations/backup/backup-target.ts'
import { type Finding, findingsAbout } from './finding.ts'

const hourMs = 3600 * 1000
/** If the newest backup is older than this, a daily backup was certainly left out. One backup may take some hours. */
const staleHours = 30
const missingHours = 72

interface CheckedBackups {
  target: BackupTarget | undefined
  /** Whether archives are encrypted. */
  isEncrypted: boolean
  dataDirectory: string
}

/**
 * Checks that the newest backup is recent. Its content needs no check, because a backup is listed only after a trial
 * restore has succeeded.
 */
export async function checkBackups(
  { target, isEncrypted, dataDirectory }: CheckedBackups,
  now = Date.now(),
): Promise<Finding[]> {
  const { ok, advice, fault } = findingsAbout('备份')
  if (target === undefined)
    return [advice('没有设 BACKUP_TO，不会自动备份', '设 BACKUP_TO，最好在另一台机器或另一块磁盘上')]
  try {
    const [newest] = await target.list()
    if (newest === undefined) return [fault(`${target.description} 里还没有备份`, '运行 npm run backup，现在就做一份')]
    const hours = (now - newest.createTime.getTime()) / hourMs
    const seen = `最新的一份是 ${Math.max(0, Math.round(hours))} 小时前的（${newest.name}），做完时已试着恢复并核对`
    const remedy = '看 /admin/system 里备份的错误，或运行 npm run backup'
    const ofAge = hours > missingHours ? fault(seen, remedy) : hours > staleHours ? advice(seen, remedy) : ok(seen)
    return [
      ofAge,
      ...(await checkTarget(target, { dataDirectory, bytes: newest.bytes })),
      ...(isEncrypted ? [] : [warnOfPlainText()]),
    ]
  } catch (error) {
    return [fault(`读不到备份：${(error as Error).message}`, '检查 BACKUP_TO 和它的权限')]
  }
}

/** Checks the disk of a folder with backups; `size` is the size of the newest one. Returns no finding for a bucket. */
async function checkTarget(
  { description }: BackupTarget,
  { dataDirectory, bytes }: { dataDirectory: string; bytes: number },
): Promise<Finding[]> {
  const { advice, fault } = findingsAbout('备份的位置')
  const [backups, data] = await Promise.all(
    [description, dataDirectory].map((path) => stat(path).catch(() => undefined)),
  )
  if (backups === undefined) return []
  const { bavail, bsize } = await statfs(description)
  const isFull = bavail * bsize < 1.2 * bytes
  return [
    ...(isFull ? [fault(`${description} 放不下下一份备份`, '腾出空间，或减小 BACKUP_KEEP')] : []),
    ...(backups.dev === data?.dev
      ? [advice('备份和数据在同一块磁盘上，磁盘坏了会一起丢失', '定时把备份复制到另一台机器')]
      : []),
  ]
}

function warnOfPlainText(): Finding {
  return findingsAbout('备份的加密').advice('备份没有加密，里面有账号和邮箱', '设 BACKUP_PASSPHRASE，并把口令另存一处')
}

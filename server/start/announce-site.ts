import type { Logger } from 'pino'
import type { Db } from '#server/platform/db/schema.ts'
import { adoptHint, findCopyReason, isStoreMissing } from '#server/http/site/own-site.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import type { Config } from './config.ts'
import { findInstallation } from './find-database.ts'

interface Announcing {
  db: Db
  log: Logger
  say(message: string): void
  /** Whether the site refuses all writes. */
  isReadOnly: boolean
}

const storeHint =
  '几个节点须共用一个文件夹（DATA_DIR/storage）或存储桶（STORAGE=s3）；换了存储，请用 npm run move-storage 把文件搬来'

/**
 * Tells the operator that the site is open, and whether it is read-only or a copy of another site.
 */
export async function announceSite(config: Config, { db, log, say, isReadOnly }: Announcing) {
  if (isReadOnly) {
    const reason = config.site.isReadOnly ? 'MAINTENANCE=on' : '数据是从备份恢复的'
    const end = config.site.isReadOnly ? '去掉它再启动' : '确认这里才是正式的站点：运行 npm run adopt，再重新启动'
    say(`${config.site.name}现在只读（${reason}）：不能登录和保存，不寄邮件，不清理存储。要恢复正常，请${end}。`)
    return say(`${config.site.name}已经开张：${config.site.publicUrl}`)
  }
  try {
    // The first start of a site marks its database and file storage as its own. If the marks belong to another site,
    // this one is a copy: it deletes no files and sends no mails by itself.
    const parts = { db, storage: openStorage(db, config), installation: await findInstallation(config) }
    const isMissing = await isStoreMissing(parts)
    const why = await findCopyReason(parts)
    if (why !== undefined) say(`注意：${why}。${adoptHint}。`)
    else if (isMissing) say(`注意：数据库里已有这个站点，它的文件存储却是空的。${storeHint}。`)
  } catch (error) {
    log.warn({ err: error }, 'the mark of the site was not read')
    const message = (error as Error).message.replace(/。$/, '')
    say(`注意：读不到文件存储里的站点标记（${message}），头像、封面和导入的书可能也读不到。请运行 npm run doctor。`)
  }
  say(`${config.site.name}已经开张：${config.site.publicUrl}`)
}

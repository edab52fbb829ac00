import { parseArgs } from 'node:util'
import { withBackupFile } from '#server/operations/backup/fetch-backup.ts'
import { checkRestorable, restoreBackup } from '#server/operations/backup/restore-backup.ts'
import { readConfig } from '#server/start/config.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import { openConnection } from './open-connection.ts'
import { runCommand } from './run-command.ts'

const usage = '用法：npm run restore -- 备份（文件，或 s3://、cos:// 开头的地址）'

/** `npm run restore -- ARCHIVE` restores a backup into an empty database and an empty object store. */
await runCommand(usage, async (signal) => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [address, ...others] = positionals
  if (address === undefined || others.length > 0) return 'usage'
  const config = readConfig()
  const { passphrase } = config.backup
  const manifest = await withBackupFile(address, { ...config, ...config.backup }, async (path) => {
    console.log('正在核对备份……')
    // The archive is checked before the embedded database is created, so that a damaged one leaves nothing behind.
    const checked = await checkRestorable({ path, passphrase })
    console.log('正在恢复……')
    const { connection, close } = await openConnection(config)
    try {
      const target = { connection, openStorage: (db: Db) => openStorage(db, config), say: console.log, signal }
      return await restoreBackup({ path, passphrase }, target, checked)
    } finally {
      await close()
    }
  })
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const when = new Date(manifest.createTime).toLocaleString('zh-CN', { timeZone: 'Asia/Shanghai' })
  console.log(`已恢复${manifest.siteName}在 ${when} 的备份：${rows} 行，${manifest.files.count} 个文件。`)
  console.log('现在用 npm start 启动，站点是只读的，不寄邮件；确认无误后运行 npm run adopt，再重新启动。')
  return undefined
})

import { parseArgs } from 'node:util'
import { makeBackup } from '#server/operations/backup/make-backup.ts'
import { openBackupTarget } from '#server/operations/backup/open-backup-target.ts'
import { readConfig } from '#server/start/config.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { readProgramVersion } from '#server/start/program-version.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import { openConnection } from './open-connection.ts'
import { runCommand } from './run-command.ts'

const usage = `用法：npm run backup -- [备份放在哪里]
  可以是文件夹、s3://存储桶/目录 或 cos://存储桶/目录；不给时放到 BACKUP_TO。
  BACKUP_PASSPHRASE 是加密的口令，BACKUP_KEEP 说明保留多少份。`

/**
 * `npm run backup -- TARGET` writes a backup of the database and the stored files, and verifies it. It works whether
 * the site is running or not.
 */
await runCommand(usage, async (signal) => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const config = readConfig()
  const to = positionals[0] ?? config.backup.to
  if (to === undefined || positionals.length > 1) return 'usage'
  const { connection, close } = await openConnection(config)
  const db = openDatabase(connection, () => undefined, { size: 1 })
  try {
    const source = { connection, storage: openStorage(db, config), site: config.site, version: readProgramVersion() }
    const settings = { ...config.backup, target: openBackupTarget(to, { ...config, ...config.backup }) }
    const onStep = (sentence: string) => console.log(`${sentence}……`)
    const { manifest, made, deleted } = await makeBackup(source, settings, { signal, onStep })
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    const megabytes = (made.bytes / 1e6).toFixed(1)
    console.log(`已备份并核对：${made.name}（${megabytes} MB，${rows} 行，${manifest.files.count} 个文件）。`)
    console.log(`放在 ${settings.target.description}。`)
    if (deleted > 0) console.log(`删去了 ${deleted} 份不再保留的旧备份。`)
    return undefined
  } finally {
    await db.destroy()
    await close()
  }
})

import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openBackupTarget } from '#server/operations/backup/open-backup-target.ts'
import { type Config, readConfig } from '#server/start/config.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { checkBackups } from '#server/start/doctor/check-backups.ts'
import { checkData } from '#server/start/doctor/check-data.ts'
import { checkDatabase, hasCurrentTables } from '#server/start/doctor/check-database.ts'
import { checkDatabaseFolder, checkOwners, checkRemains } from '#server/start/doctor/check-folder.ts'
import { checkMachine } from '#server/start/doctor/check-machine.ts'
import { checkOwnSite } from '#server/start/doctor/check-own-site.ts'
import { checkMailServer, checkPublicAddress, checkStorage } from '#server/start/doctor/check-services.ts'
import { checkReplicas } from '#server/start/doctor/check-replicas.ts'
import { checkSettings } from '#server/start/doctor/check-settings.ts'
import {
  describeFinding,
  type Finding,
  findingsAbout,
  repairFinding,
  summarizeFindings,
} from '#server/start/doctor/finding.ts'
import { findInstallation } from '#server/start/find-database.ts'
import { readProgramVersion } from '#server/start/program-version.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import { openConnection } from './open-connection.ts'
import { runCommand } from './run-command.ts'

const usage = `用法：npm run doctor -- [--fix]
  --fix  修好能放心修的：计数、地图、索引、回收站里还有用的文件、多余的文件、过期的记录等；站点可以照常运行
  设置与 npm start 的相同；不加 --fix 时只看，什么也不改`

/** The statements of the checks read all rows, so they may take longer than the statements of requests. */
const statementSeconds = 3600

/**
 * `npm run doctor` checks the settings, the machine, the services and the data of the site, whether the site is running
 * or not, and says what to do. It changes no data, unless `--fix` asks it to repair what is safe to repair. The exit
 * code is 1 if there is a fault that was not repaired.
 */
await runCommand(usage, async () => {
  const { values } = parseArgs({ options: { fix: { type: 'boolean', default: false } } })
  const config = readConfig()
  const foreignUser = values.fix ? await explainForeignUser(config) : undefined
  const findings: Finding[] = []
  const report = async (found: AsyncIterable<Finding>, isRepaired: boolean) => {
    for await (const finding of found) {
      const { line, left } = isRepaired
        ? await repairFinding(finding)
        : { line: describeFinding(finding), left: finding }
      console.log(line)
      findings.push(left)
    }
  }
  await report(checkHere(config), values.fix)
  await report(checkDatabaseOf(config), values.fix && foreignUser === undefined)
  await report(checkServices(config), false)
  console.log(summarizeFindings(findings))
  if (foreignUser !== undefined) console.log(foreignUser)
  if (findings.some(({ level }) => level === 'fault')) process.exitCode = 1
  return undefined
})

/**
 * If root runs the command on the data of another user, returns the reason why only the owners of files may be
 * repaired: files that the other repairs write would belong to root, and the site could no longer change them.
 * Otherwise returns undefined.
 */
async function explainForeignUser({ dataDirectory }: Config): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const uid = (await stat(dataDirectory).catch(() => undefined))?.uid ?? 0
  if (uid === 0) return undefined
  return `数据目录属于用户 ${uid}，而这条命令由 root 运行，所以数据库和文件里的问题没有修：请用那个用户再运行一次。`
}

async function* checkHere(config: Config): AsyncGenerator<Finding> {
  const { backup, dataDirectory } = config
  const backupFolder = backup.to === undefined || backup.to.includes('://') ? undefined : backup.to
  yield* checkSettings(config)
  yield* await checkMachine(config)
  yield* await checkOwners(dataDirectory)
  yield* await checkDatabaseFolder(dataDirectory)
  yield* await checkRemains({ dataDirectory, backupFolder })
}

/**
 * Checks the database and the object store, and the data of the site in them. The embedded PostgreSQL is started for
 * the check if it is not running.
 */
async function* checkDatabaseOf(config: Config): AsyncGenerator<Finding> {
  const { ok, fault } = findingsAbout('数据库')
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDirectory, 'postgres')))
    return yield ok('还没有，第一次启动时建立')
  const opened = await openConnection(config).catch((error: unknown) => error as Error)
  if (opened instanceof Error) return yield fault(opened.message, '看 DATA_DIR/postgres.log')
  const { connection, close } = opened
  const db = openDatabase(connection, () => undefined, { size: 2, statementSeconds })
  try {
    yield* await checkDatabase(connection, config)
    yield* await checkReplicas(db, config.replicaUrls)
    const storage = openStorage(db, config)
    const ofStorage = await checkStorage(storage, config)
    yield ofStorage
    const stored = { db, storage, installation: await findInstallation(config) }
    if (ofStorage.level === 'ok' && (await hasCurrentTables(connection))) {
      yield await checkOwnSite(stored)
      yield* checkData(stored)
    }
  } finally {
    await db.destroy()
    await close()
  }
}

async function* checkServices(config: Config): AsyncGenerator<Finding> {
  const { backup, dataDirectory, site } = config
  const target = backup.to === undefined ? undefined : openBackupTarget(backup.to, { ...config, ...backup })
  yield* await checkBackups({ target, isEncrypted: backup.passphrase !== undefined, dataDirectory })
  yield* await checkMailServer(config)
  yield* await checkPublicAddress(site.publicUrl, readProgramVersion())
}

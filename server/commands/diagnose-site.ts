import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openBackupTarget } from '#server/backup/open-backup-target.ts'
import { type Config, readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { checkBackups } from '#server/doctor/check-backups.ts'
import { checkDatabase } from '#server/doctor/check-database.ts'
import { checkMachine } from '#server/doctor/check-machine.ts'
import { checkMailServer, checkPublicAddress, checkStorage } from '#server/doctor/check-services.ts'
import { checkReplicas } from '#server/doctor/check-replicas.ts'
import { checkSettings } from '#server/doctor/check-settings.ts'
import { describeFinding, type Finding, findingsAbout, summarizeFindings } from '#server/doctor/finding.ts'
import { readProgramVersion } from '#server/program-version.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import { openConnection } from './open-connection.ts'
import { runCommand } from './run-command.ts'

const usage = '用法：npm run doctor（不带参数；设置与 npm start 的相同）'

/**
 * `npm run doctor` checks the settings, the machine and the services of the site, whether the site is running or not,
 * and says what to do. It changes no data. The exit code is 1 if there is a fault.
 */
await runCommand(usage, async () => {
  if (process.argv.length > 2) return 'usage'
  const config = readConfig()
  const findings: Finding[] = []
  for (const check of [checkHere, checkDatabaseOf, checkServices]) {
    const found = await check(config)
    for (const finding of found) console.log(describeFinding(finding))
    findings.push(...found)
  }
  console.log(summarizeFindings(findings))
  if (findings.some(({ level }) => level === 'fault')) process.exitCode = 1
  return undefined
})

async function checkHere(config: Config): Promise<Finding[]> {
  return [...checkSettings(config), ...(await checkMachine(config))]
}

/** Checks the database and the object store. The embedded PostgreSQL is started for the check if it is not running. */
async function checkDatabaseOf(config: Config): Promise<Finding[]> {
  const { fine, fault } = findingsAbout('数据库')
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDirectory, 'postgres')))
    return [fine('还没有，第一次启动时建立')]
  const opened = await openConnection(config).catch((error: unknown) => error as Error)
  if (opened instanceof Error) return [fault(opened.message, '看 DATA_DIR/postgres.log')]
  const { connection, close } = opened
  const db = openDatabase(connection, () => undefined, { size: 1 })
  try {
    return [
      ...(await checkDatabase(connection, config)),
      ...(await checkReplicas(db, config.replicaUrls)),
      await checkStorage(openStorage(db, config), config),
    ]
  } finally {
    await db.destroy()
    await close()
  }
}

async function checkServices(config: Config): Promise<Finding[]> {
  const { backup, dataDirectory, site } = config
  const target = backup.to === undefined ? undefined : openBackupTarget(backup.to, { ...config, ...backup })
  return [
    ...(await checkBackups({ target, isEncrypted: backup.passphrase !== undefined, dataDirectory })),
    ...(await checkMailServer(config)),
    ...(await checkPublicAddress(site.publicUrl, readProgramVersion())),
  ]
}

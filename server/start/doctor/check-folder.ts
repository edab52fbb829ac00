import { chmod, lchown, lstat, opendir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { unfinishedName } from '#server/operations/backup/backup-target.ts'
import { findRunningPostgres } from '#server/platform/postgres/running-postgres.ts'
import { dataFolders } from './check-machine.ts'
import { type Finding, findingsAbout } from './finding.ts'

const dayMs = 24 * 3600 * 1000
/**
 * Matches the names of folders in DATA_DIR in which a backup is written, downloaded or restored as a trial. They are
 * normally deleted at the end of the backup.
 */
const scratchFolder = /^backup-(check|upload|download)-\w+$/

/**
 * Checks whether the files in each folder of the site's data belong to the user who owns the folder: a file that root
 * has copied there can prevent the database from starting, or the site from writing.
 */
export async function checkOwners(dataDirectory: string): Promise<Finding[]> {
  const { ok, fault, repairable } = findingsAbout('文件的主人')
  const foreign: { path: string; uid: number; gid: number }[] = []
  for (const name of dataFolders) foreign.push(...(await listForeign(join(dataDirectory, name))))
  const [first] = foreign
  if (first === undefined) return [ok('数据目录里的文件都属于同一个用户')]
  const seen = `${first.path} 等 ${foreign.length} 个文件属于别的用户`
  if (process.getuid?.() !== 0) return [fault(seen, '用 root 运行 npm run doctor -- --fix，或用 chown 把它们交还')]
  const repair = async () => {
    for (const { path, uid, gid } of foreign) await lchown(path, uid, gid)
    return `把这 ${foreign.length} 个文件交还给了目录的主人`
  }
  return [repairable('fault', seen, repair)]
}

/**
 * Lists the files below a folder that do not belong to the folder's owner. `uid` and `gid` are those of the owner and
 * group that the file should have.
 */
async function listForeign(folder: string) {
  const owner = await stat(folder).catch(() => undefined)
  if (owner === undefined) return []
  const foreign: { path: string; uid: number; gid: number }[] = []
  // A folder that this user may not read is ignored here, because another check reports it.
  const entries = await opendir(folder, { recursive: true }).catch(() => [])
  try {
    for await (const { parentPath, name } of entries) {
      const path = join(parentPath, name)
      // A running site may delete a file after it was listed, so a missing file is ignored.
      const found = await lstat(path).catch(() => undefined)
      if (found !== undefined && found.uid !== owner.uid) foreign.push({ path, uid: owner.uid, gid: owner.gid })
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EACCES' && code !== 'ENOENT') throw error
  }
  return foreign
}

/** Checks the permissions of the embedded database's folder: PostgreSQL does not start if others may read it. */
export async function checkDatabaseFolder(dataDirectory: string): Promise<Finding[]> {
  const { ok, repairable } = findingsAbout('数据库目录的权限')
  const folder = join(dataDirectory, 'postgres')
  const found = await stat(folder).catch(() => undefined)
  if (found === undefined) return []
  const mode = found.mode & 0o777
  if (mode === 0o700 || mode === 0o750) return [ok('只有它的用户能读写')]
  const repair = async () => {
    await chmod(folder, 0o700)
    return '改成了 700'
  }
  return [repairable('fault', `${folder} 的权限是 ${mode.toString(8)}，PostgreSQL 会因此不启动`, repair)]
}

/**
 * Checks whether backups that were killed have left copies of the database or unfinished archives, which take much room
 * on the disk. Files of the last day are ignored, because they may still be in use.
 */
export async function checkRemains(
  { dataDirectory, backupFolder }: { dataDirectory: string; backupFolder: string | undefined },
  now = Date.now(),
): Promise<Finding[]> {
  const { ok, repairable } = findingsAbout('中断的备份')
  const scratch = await listOld(dataDirectory, scratchFolder, now)
  const unused: string[] = []
  for (const path of scratch) if ((await findRunningPostgres(path)) === undefined) unused.push(path)
  if (backupFolder !== undefined) unused.push(...(await listOld(backupFolder, unfinishedName, now)))
  const [first] = unused
  if (first === undefined) return [ok('没有留下什么')]
  const repair = async () => {
    for (const path of unused) await rm(path, { recursive: true, force: true })
    return `删去了这 ${unused.length} 处`
  }
  return [repairable('advice', `${first} 等 ${unused.length} 处是一天前中断的备份留下的`, repair)]
}

async function listOld(folder: string, pattern: RegExp, now: number): Promise<string[]> {
  const old: string[] = []
  for (const name of await readdir(folder).catch(() => [])) {
    if (!pattern.test(name)) continue
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found !== undefined && now - found.mtimeMs > dayMs) old.push(join(folder, name))
  }
  return old
}

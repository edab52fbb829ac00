import { access, constants, stat, statfs } from 'node:fs/promises'
import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Config } from '#server/start/config.ts'
import { makeDirectory } from '#server/platform/storage/make-directory.ts'
import { type Finding, findingsAbout } from './finding.ts'

/**
 * With less free disk space than `tooLittleDisk` bytes, writes are about to fail. With less than `littleDisk` bytes,
 * backups and builds of the web pages may fail.
 */
const tooLittleDisk = 500e6
const littleDisk = 2e9
/**
 * Bytes of memory that each process that answers requests needs, including the memory that the database uses for it.
 */
const memoryOfProcess = 400e6

/** The folders that a site keeps in its DATA_DIR. */
export const dataFolders = ['storage', 'postgres', 'dist']

type Settings = Pick<Config, 'dataDirectory' | 'workers'>

/** Checks Node, memory, the folder of the site's data, and its disk. Creates the folder if it is missing. */
export async function checkMachine({ dataDirectory, workers }: Settings): Promise<Finding[]> {
  return [checkNode(process.versions.node), checkMemory(workers), ...(await checkDataFolder(dataDirectory))]
}

/** Checks a version of Node.js, such as `24.12.0`. */
export function checkNode(version: string): Finding {
  const { ok, fault } = findingsAbout('Node.js')
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 24 || (major === 24 && minor >= 12)) return ok(version)
  return fault(`${version} 太旧`, '换用 24.12 或更新的版本；npm start 会自己准备一个')
}

function checkMemory(workers: number): Finding {
  const { ok, advice } = findingsAbout('内存')
  const size = constrainedMemory()
  const seen = `${toGigabytes(size)} GB，${availableParallelism()} 个处理器，${workers} 个进程`
  if (size >= workers * memoryOfProcess) return ok(seen)
  return advice(seen, '每个进程约需 0.4 GB：减少 WORKERS，或加内存')
}

/** Returns the bytes of memory that this machine or container has. */
function constrainedMemory(): number {
  const limit = process.constrainedMemory()
  return limit > 0 && limit < totalmem() ? limit : totalmem()
}

async function checkDataFolder(folder: string): Promise<Finding[]> {
  const { ok, fault } = findingsAbout('数据目录')
  try {
    await makeDirectory(folder)
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    return [
      fault(`${folder} 不能写入（${(error as Error).message}）`, '检查 DATA_DIR，并把目录交给运行站点的用户（chown）'),
    ]
  }
  const foreign = await findForeignFolder(folder)
  const ofOwner =
    foreign === undefined
      ? ok(folder)
      : fault(`${foreign} 属于别的用户`, '用运行站点的用户来查；若它就是，用 chown -R 把整个目录交给它')
  return [ofOwner, await checkDisk(folder)]
}

/**
 * Returns the path of the first folder of the site's data that another user of this machine owns; undefined if all
 * belong to this user, or if this user is root and may change everything.
 */
async function findForeignFolder(folder: string): Promise<string | undefined> {
  const user = process.getuid?.()
  if (user === undefined || user === 0) return undefined
  for (const name of ['', ...dataFolders]) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found !== undefined && found.uid !== user) return path
  }
  return undefined
}

async function checkDisk(folder: string): Promise<Finding> {
  const { ok, advice, fault } = findingsAbout('磁盘')
  const { bavail, bsize, ffree, files } = await statfs(folder)
  const free = bavail * bsize
  const seen = `${folder} 所在的磁盘还有 ${toGigabytes(free)} GB`
  if (free < tooLittleDisk) return fault(seen, '腾出空间：写满之后站点只能读')
  if (files > 0 && ffree / files < 0.02) return fault(`${seen}，但文件数快到上限`, '删去不用的小文件')
  if (free < littleDisk) return advice(seen, '腾出空间：备份和构建网页要用')
  return ok(seen)
}

function toGigabytes(bytes: number): string {
  return (bytes / 1e9).toFixed(1)
}

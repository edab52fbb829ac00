import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { BackupTarget, StoredBackup } from './backup-target.ts'
import { timeOfBackup } from './backup-target.ts'

/** Keeps backups in a folder, which is created if it is missing. Only the user of the site may read the archives. */
export function createFolderTarget(path: string): BackupTarget {
  const folder = resolve(path)
  return {
    description: folder,
    async add(name, write) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const unfinished = join(folder, `${name}.unfinished`)
      await rm(unfinished, { force: true })
      try {
        const written = await write(unfinished)
        await rename(unfinished, join(folder, name))
        return written
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    async list() {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return []
        throw error
      })
      const found: StoredBackup[] = []
      for (const name of names) {
        const createTime = timeOfBackup(name)
        if (createTime !== undefined) found.push({ name, createTime, bytes: (await stat(join(folder, name))).size })
      }
      return found.sort((one, other) => Number(other.createTime) - Number(one.createTime))
    },
    delete: (name) => rm(join(folder, name), { force: true }),
  }
}

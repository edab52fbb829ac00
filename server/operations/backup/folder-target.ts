import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { makeDirectory } from '#server/platform/storage/make-directory.ts'
import type { BackupTarget, StoredBackup } from './backup-target.ts'
import { timeOfBackup, unfinishedName } from './backup-target.ts'

/**
 * Keeps backups in a folder, which is created if it is missing. Only the user of the site may read the archives. A new
 * backup deletes the unfinished archives of killed ones.
 */
export function createFolderTarget(path: string): BackupTarget {
  const folder = resolve(path)
  return {
    description: folder,
    async add(name, write) {
      await makeDirectory(folder, 0o700)
      for (const found of await readdir(folder)) if (unfinishedName.test(found)) await rm(join(folder, found))
      const unfinished = join(folder, `${name}.unfinished`)
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

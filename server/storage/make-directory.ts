import { existsSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/**
 * Creates a folder and its missing parents, and does nothing if the folder exists. Rejects with the error of the file
 * system. Node's recursive `mkdir` is not used, because it never returns where the file system answers that a new
 * folder
 * does not exist (ENOENT), as `/proc` does.
 */
export async function makeDirectory(path: string, mode = 0o777): Promise<void> {
  try {
    await mkdir(path, { mode })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return
    const parent = dirname(resolve(path))
    if (code !== 'ENOENT' || existsSync(parent)) throw error
    await makeDirectory(parent, mode)
    await makeDirectory(path, mode)
  }
}

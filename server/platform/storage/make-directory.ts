import { mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/**
 * Creates a folder and its missing parents, and does nothing if the folder exists. Several processes may create the
 * same folder at the same time. Rejects with the error of the file system. Node's recursive `mkdir` is not used: it
 * never returns where the file system answers that a new folder does not exist (ENOENT), as `/proc` does.
 */
export async function makeDirectory(path: string, mode = 0o777): Promise<void> {
  try {
    await makeOne(path, mode)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    await makeDirectory(dirname(resolve(path)), mode)
    await makeOne(path, mode)
  }
}

/** Creates a folder whose parent exists, and does nothing if the folder exists. */
async function makeOne(path: string, mode: number) {
  try {
    await mkdir(path, { mode })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST' || !(await stat(path)).isDirectory()) throw error
  }
}

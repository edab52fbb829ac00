import { randomUUID } from 'node:crypto'
import { readdir, rename, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { makeDirectory } from '#server/platform/storage/make-directory.ts'

/**
 * Makes a folder that appears only when it is complete: `fill` writes into a temporary folder beside it, which then
 * gets its name, or is deleted after an error. The folder may exist before, but must be empty. Returns the result of
 * `fill`. Errors of the file system have Chinese messages for the operator.
 */
export async function makeFolder<T>(directory: string, fill: (unfinished: string) => Promise<T>): Promise<T> {
  const target = resolve(directory)
  const unfinished = join(dirname(target), `${basename(target)}.unfinished-${randomUUID().slice(0, 8)}`)
  try {
    const existing = await readdir(target).catch(ignoreMissing)
    if (existing !== undefined && existing.length > 0) throw new Error(`${directory} 不是空的，请换一个文件夹。`)
    await makeDirectory(unfinished)
    const result = await fill(unfinished)
    // Deletes the target only if it is still empty.
    await rmdir(target).catch(ignoreMissing)
    await rename(unfinished, target)
    return result
  } catch (error) {
    // An error of the deletion is ignored, so that the original error is reported.
    await rm(unfinished, { recursive: true, force: true }).catch(() => undefined)
    throw explainFailure(error, directory)
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** Returns an error with a Chinese message for an error that the operator can fix, and other errors as they are. */
function explainFailure(error: unknown, directory: string): unknown {
  const { code = '', name } = error as NodeJS.ErrnoException
  const messages: Record<string, string> = {
    ENOSPC: '磁盘满了',
    EDQUOT: '磁盘配额用完了',
    EACCES: `没有权限写 ${directory}`,
    EPERM: `没有权限写 ${directory}`,
    EROFS: `${directory} 所在的磁盘只能读`,
    ENOTDIR: `${directory} 不是文件夹`,
    EEXIST: `${directory} 的上级不是文件夹`,
    ENOTEMPTY: `${directory} 里刚刚有了别的文件`,
    EBUSY: `${directory} 正在使用（可能是挂载点），请写到它里面的一个新文件夹`,
  }
  const message = name === 'AbortError' ? '导出中断了' : messages[code]
  if (message === undefined) return error
  return new Error(`${message}。没有留下写了一半的文件，可以再运行一次。`, { cause: error })
}

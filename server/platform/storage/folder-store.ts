import { randomUUID } from 'node:crypto'
import { copyFile, type FileHandle, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { makeDirectory } from './make-directory.ts'
import { contentTypeOf, type ObjectStore, requireKey } from './storage.ts'

/**
 * Files up to this size are read at once. Most pictures are smaller, and a stream would take more turns of the event
 * loop, each of which waits for other requests.
 */
const smallBytes = 64 * 1024

/** Creates a store that keeps objects as files in a folder. */
export function createFolderStore(directory: string): ObjectStore {
  const root = resolve(directory)
  const unfinished = join(root, '.unfinished')
  const pathOf = (key: string) => join(root, ...requireKey(key).split('/'))

  /** Writes the object to a temporary file, syncs it to the disk, and then renames it to its final path. */
  const write = async (key: string, fill: (path: string) => Promise<unknown>) => {
    const path = pathOf(key)
    const temporary = join(unfinished, randomUUID())
    await makeDirectory(unfinished)
    try {
      await fill(temporary)
      await withFile(temporary, (file) => file.sync())
      await makeDirectory(dirname(path))
      await rename(temporary, path)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }

  return {
    put: (key, bytes) => write(key, async (path) => withFile(path, (file) => file.writeFile(bytes), 'wx')),
    putFile: (key, from) => write(key, (path) => copyFile(from, path)),

    async get(key, range) {
      const file = await open(pathOf(key)).catch(ignoreMissing)
      const found = await file?.stat()
      if (file === undefined || !found?.isFile()) return void (await file?.close())
      const etag = `"${found.size.toString(36)}-${Math.trunc(found.mtimeMs).toString(36)}"`
      const { size } = found
      const body =
        range === undefined && size <= smallBytes ? await readSmall(file, size) : file.createReadStream(range)
      return { size, type: contentTypeOf(key), etag, body }
    },

    async delete(...keys) {
      for (const key of keys) await rm(pathOf(key), { force: true })
    },

    async move(from, to) {
      const path = pathOf(to)
      await makeDirectory(dirname(path))
      await rename(pathOf(from), path).catch(ignoreMissing)
    },

    async *list(prefix) {
      for await (const { path, writtenAt } of filesUnder(pathOf(prefix.replace(/\/$/, ''))))
        yield { key: relative(root, path).split(sep).join('/'), writtenAt }
    },

    async sweep(before) {
      for await (const { path, writtenAt } of filesUnder(unfinished))
        if (writtenAt < before) await rm(path, { force: true })
    },
  }
}

async function* filesUnder(folder: string) {
  const entries = await opendir(folder, { recursive: true }).catch(ignoreMissing)
  for await (const entry of entries ?? []) {
    const path = join(entry.parentPath, entry.name)
    const found = entry.isFile() && (await stat(path).catch(ignoreMissing))
    if (found) yield { path, writtenAt: found.mtime }
  }
}

/** Reads a whole small file at once and closes it. */
async function readSmall(file: FileHandle, size: number): Promise<Readable> {
  try {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(size), 0, size, 0)
    return Readable.from([buffer.subarray(0, bytesRead)])
  } finally {
    file.close().catch(() => undefined)
  }
}

async function withFile(path: string, use: (file: FileHandle) => Promise<unknown>, flags = 'r+') {
  const file = await open(path, flags)
  try {
    await use(file)
  } finally {
    await file.close()
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}

import { createReadStream, createWriteStream } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { extract, pack } from 'tar-stream'
import { BackupError } from './backup-manifest.ts'
import { timeOfBackup } from './backup-target.ts'

/**
 * An archive is a tar file, compressed with Zstandard and, if a passphrase is given, encrypted in the format of the
 * program `age`. An operator can open it without this site: `age -d FILE | zstd -d | tar -x`.
 */
export interface ArchiveWriter {
  /** Appends an entry. Rejects when the archive cannot be written, for example because the disk is full. */
  add(name: string, bytes: Buffer): Promise<void>
  /** Ends the archive and writes it to the disk. */
  finish(): Promise<void>
  /** Closes the file of an archive that will stay incomplete; the caller deletes the file. */
  abort(): Promise<void>
}

export interface ArchiveFile {
  path: string
  /** The passphrase of an encrypted archive; undefined for an archive that is not encrypted. */
  passphrase: string | undefined
}

/**
 * The largest entry that is read, in bytes. The site writes none above 51 MB: rows are written in pieces, and texts of
 * books are the largest files.
 */
export const maxEntryBytes = 128 * 1024 * 1024

export interface ArchiveEntry {
  name: string
  bytes: Buffer
}

/** Starts writing an archive to a file that does not exist, and that only the user of the site may read. */
export function writeArchive({ path, passphrase }: ArchiveFile, createTime: Date): ArchiveWriter {
  const tar = pack()
  const source = Readable.from(tar as AsyncIterable<Buffer>, { objectMode: false }).compose(createZstdCompress())
  const written = (async () => {
    const bytes = passphrase === undefined ? source : await encrypt(source, passphrase)
    await pipeline(bytes, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
  })()
  let failure: Error | undefined
  written.catch((error: Error) => tar.destroy((failure = error)))
  return {
    async add(name, bytes) {
      const added = new Promise<void>((done, failed) =>
        tar
          .entry({ name, size: bytes.length, mtime: createTime }, bytes, (error) => (error ? failed(error) : done()))
          // If writing the archive fails, each open entry emits `error` too. Without this listener, the event would end
          // the process.
          .on('error', failed),
      )
      // If the archive cannot be written, the error of an entry only says that the archive is closed, so the cause is
      // reported instead.
      await added.catch((error: Error) => Promise.reject(failure ?? error))
    },
    async finish() {
      tar.finalize()
      await written
    },
    async abort() {
      tar.destroy()
      await written.catch(() => undefined)
    },
  }
}

/**
 * Reads the entries of an archive in their order. Throws a BackupError if the file is no archive or damaged, or has an
 * entry above `maxEntryBytes`, which is not read.
 */
export async function* readArchive({ path, passphrase }: ArchiveFile): AsyncGenerator<ArchiveEntry> {
  const tar = extract()
  const source = await openSource({ path, passphrase })
  const read = pipeline(source, createZstdDecompress(), tar as unknown as Transform)
  read.catch((error: Error) => tar.destroy(error))
  try {
    for await (const entry of tar) {
      const { name, size = 0 } = entry.header
      if (size > maxEntryBytes)
        throw new BackupError(
          `备份里的 ${name} 有 ${Math.round(size / 1_000_000)} MB，站点写的备份里没有这么大的东西。`,
        )
      const pieces: Buffer[] = []
      for await (const piece of entry as AsyncIterable<Buffer>) pieces.push(piece)
      yield { name, bytes: Buffer.concat(pieces) }
    }
    await read
  } catch (error) {
    if (error instanceof BackupError) throw error
    throw new BackupError(`备份读到一半读不下去了，文件不完整或已损坏（${(error as Error).message}）。`, {
      cause: error,
    })
  } finally {
    tar.destroy()
    await read.catch(() => undefined)
  }
}

async function openSource({ path, passphrase }: ArchiveFile): Promise<Readable> {
  const isEncrypted = (await readStart(path)).startsWith('age-encryption.org/')
  const file = createReadStream(path)
  if (!isEncrypted) return file
  if (passphrase === undefined) throw new BackupError('备份是加密的，请用 BACKUP_PASSPHRASE 给出它的口令。')
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    return Readable.fromWeb(
      (await decrypter.decrypt(Readable.toWeb(file) as globalThis.ReadableStream)) as ReadableStream,
    )
  } catch (error) {
    file.destroy()
    throw new BackupError('备份解不开：BACKUP_PASSPHRASE 不是它的口令，或文件开头已损坏。', { cause: error })
  }
}

async function encrypt(source: Readable, passphrase: string): Promise<Readable> {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  return Readable.fromWeb(
    (await encrypter.encrypt(Readable.toWeb(source) as globalThis.ReadableStream)) as ReadableStream,
  )
}

/** Returns the first bytes of a file as text. Throws a BackupError if there is no such file, or if it is a folder. */
async function readStart(path: string): Promise<string> {
  const file = await open(path).catch((cause: NodeJS.ErrnoException) => {
    throw new BackupError(`打不开备份 ${path}（${cause.code}）。`, { cause })
  })
  try {
    if ((await file.stat()).isDirectory()) {
      const backups = (await readdir(path)).filter((name) => timeOfBackup(name) !== undefined).sort()
      const list = backups.length === 0 ? '里面没有备份' : `里面有：${backups.slice(-10).join('、')}`
      throw new BackupError(`${path} 是文件夹，请给出一份备份。${list}。`)
    }
    const { buffer, bytesRead } = await file.read(Buffer.alloc(32), 0, 32, 0)
    return buffer.subarray(0, bytesRead).toString('latin1')
  } finally {
    await file.close()
  }
}

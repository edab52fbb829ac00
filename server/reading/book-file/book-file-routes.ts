import type { FastifyInstance } from 'fastify'
import { FileFormat } from '#shared/api/book/book-file.ts'
import { fail } from '#shared/api/failure.ts'
import { isId } from '#shared/id.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { recordDigest } from './text-digest.ts'
import { findBookFile, type StoredFile } from '#server/catalogue/book/book-file-queries.ts'
import type { BookFiles } from './book-files.ts'
import { ignoreOutage } from '#server/http/call/outage.ts'
import { answerFile } from '#server/http/server/answer-file.ts'
import { create } from 'content-disposition'
import { writePlainText } from '#server/engines/epub/convert/write-plain-text.ts'

interface FileRequest {
  Params: { id: string; name: string }
}

const types = { epub: 'application/epub+zip', txt: 'text/plain; charset=utf-8' }

/**
 * Mounts the routes that serve the text files of books for download, with support for byte ranges, so that clients can
 * resume a download.
 */
export function mountBookFiles(app: FastifyInstance, { db, bookFiles }: { db: Db; bookFiles: BookFiles }) {
  app.get<FileRequest>('/book/:id/file/:name', async (request, reply) => {
    const file = await findAsked(db, request.params)
    const text = await storePlainText(bookFiles, file)
    await recordDigest(db, bookFiles, file).catch(ignoreOutage)
    reply.headers({
      // Text files of books may be read by everybody, also from web reading apps on other sites.
      'access-control-allow-origin': '*',
      'cache-control': 'public, no-cache',
      'content-disposition': contentDisposition(file),
    })
    const { sha256, createTime: lastModified, format, size, storageKey } = file
    return answerFile(
      {
        etag: `"${sha256}"`,
        type: types[format],
        lastModified,
        size,
        hasRanges: true,
        open: (range) => text?.subarray(range?.start, range && range.end + 1) ?? bookFiles.stream(storageKey, range),
      },
      request,
      reply,
    )
  })
}

async function findAsked(db: Db, { id, name }: FileRequest['Params']): Promise<StoredFile> {
  const [fileId = '', extension = ''] = name.split('.')
  const format = FileFormat.safeParse(extension)
  const file = isId(id) && isId(fileId) && format.success ? await findBookFile(db, fileId) : undefined
  if (file?.bookId !== id || file.format !== format.data)
    fail('missing', '没有这个文件，它可能已被换成新的一版，请回到书页看看')
  return file
}

/**
 * Returns the `content-disposition` header with the name under which a browser saves a book: its title, and for clients
 * that cannot handle Chinese an ASCII name. The end of the file's id makes the ASCII names of different files
 * different.
 */
function contentDisposition({ id, title, language, format }: StoredFile) {
  const name = `${title}${language === 'zh-Hant' ? '（繁体）' : ''}.${format}`
  const words = title.match(/[a-z\d]+/gi) ?? ['book']
  const fallback = `${words.join('-').slice(0, 60)}-${id.slice(-8)}.${format}`
  // Replaces the characters that some operating systems do not allow in file names.
  return create(name.replace(/[\u0000-\u001f\u007f/\\:*?"<>|]/g, '_'), { fallback })
}

/**
 * Converts an EPUB to plain text, stores the result and returns it. Returns undefined if it is stored already, and for
 * an EPUB. It is called when the plain text file is first requested. Every conversion gives the same bytes, so they
 * have the size and hash that the database already holds. While nothing can be stored, each request converts the book
 * anew.
 */
async function storePlainText(
  bookFiles: BookFiles,
  { storageKey, parentKey, rights, source }: StoredFile,
): Promise<Buffer | undefined> {
  if (parentKey === null || (await bookFiles.has(storageKey))) return undefined
  const text = await writePlainText(await bookFiles.read(parentKey), { rights, source })
  await bookFiles.put(storageKey, text).catch(ignoreOutage)
  return text
}

import { create } from 'content-disposition'
import type { StoredFile } from '#server/catalogue/book/book-file-queries.ts'

/**
 * Returns the `content-disposition` header with the name under which a browser saves a book: its title, and for clients
 * that cannot handle Chinese an ASCII name. The end of the file's id makes the ASCII names of different files
 * different.
 */
export function contentDisposition({ id, title, language, format }: StoredFile) {
  const name = `${title}${language === 'zh-Hant' ? '（繁体）' : ''}.${format}`
  const words = title.match(/[a-z\d]+/gi) ?? ['book']
  const fallback = `${words.join('-').slice(0, 60)}-${id.slice(-8)}.${format}`
  // Replaces the characters that some operating systems do not allow in file names.
  return create(name.replace(/[\u0000-\u001f\u007f/\\:*?"<>|]/g, '_'), { fallback })
}

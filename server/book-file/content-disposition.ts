import { create } from 'content-disposition'

/**
 * Returns the `content-disposition` header with the name under which a browser saves a book: its title, and a plain
 * ASCII name for clients that cannot handle Chinese.
 */
export function contentDisposition({ title, language, format }: { title: string; language: string; format: string }) {
  const name = `${title}${language === 'zh-Hant' ? '（繁体）' : ''}.${format}`
  // Replaces the characters that some operating systems do not allow in file names.
  return create(name.replace(/[\u0000-\u001f\u007f/\\:*?"<>|]/g, '_'), { fallback: `book.${format}` })
}

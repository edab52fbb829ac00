import { create } from 'content-disposition'

/** Returns the header under which a file is saved: with its title, and with a plain name for clients that know no other. */
export function contentDisposition({ title, language, format }: { title: string; language: string; format: string }) {
  const name = `${title}${language === 'zh-Hant' ? '（繁体）' : ''}.${format}`
  // Some systems refuse these characters in file names.
  return create(name.replace(/[\u0000-\u001f\u007f/\\:*?"<>|]/g, '_'), { fallback: `book.${format}` })
}

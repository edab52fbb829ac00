import type { BookFile } from '#shared/api/book/book-file.ts'

const scripts: Record<string, string> = { 'zh-Hans': '简体', 'zh-Hant': '繁体', zh: '中文', lzh: '文言' }

export function scriptName(language: string): string {
  return scripts[language] ?? language
}

/** Returns the label of a download link in an OPDS list, which distinguishes several files of one book. */
export function fileLabel({ format, language, title }: BookFile, isOneOfMany: boolean): string {
  return `${isOneOfMany ? `《${title}》` : ''}${scriptName(language)} ${format.toUpperCase()}`
}

/** Shortens a text to a number of characters, as the small screens of e-readers require. */
export function shorten(text: string, limit: number): string {
  const characters = [...text]
  return characters.length > limit ? `${characters.slice(0, limit - 1).join('')}…` : text
}

import type { BookFile } from '#shared/api/book/book-file.ts'

const scripts: Record<string, string> = { 'zh-Hans': '简体', 'zh-Hant': '繁体', zh: '中文', lzh: '文言' }

export function scriptName(language: string): string {
  return scripts[language] ?? language
}

/** What a download is called, so that one tells several of a book apart. */
export function fileLabel({ format, language, title }: BookFile, isOneOfMany: boolean): string {
  return `${isOneOfMany ? `《${title}》` : ''}${scriptName(language)} ${format.toUpperCase()}`
}

/** A list shows as much of what a book is about as a screen takes. */
export function shorten(text: string, most: number): string {
  const characters = [...text]
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text
}

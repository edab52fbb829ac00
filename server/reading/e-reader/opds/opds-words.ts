import type { BookFile } from '#shared/api/book/book-file.ts'

const scripts: Record<string, string> = { 'zh-Hans': '简体', 'zh-Hant': '繁体', zh: '中文', lzh: '文言' }

export function scriptName(language: string): string {
  return scripts[language] ?? language
}

/** Returns the label of a download link in an OPDS list, which distinguishes several files of one book. */
export function fileLabel({ format, language, title }: BookFile, isOneOfMany: boolean): string {
  return `${isOneOfMany ? `《${title}》` : ''}${scriptName(language)} ${format.toUpperCase()}`
}

import type { BookFile } from '#shared/api/book/book-file.ts'

export const formatNames = { epub: 'EPUB', txt: 'TXT' }

export function sizeText(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

export function lengthText(characters: number): string {
  return characters < 10_000 ? `${characters} 字` : `${(characters / 10_000).toFixed(1)} 万字`
}

const scripts: Record<string, string> = { 'zh-Hans': '简体', 'zh-Hant': '繁体', zh: '中文', lzh: '文言' }

export function scriptText({ language }: Pick<BookFile, 'language'>): string {
  return scripts[language] ?? language
}

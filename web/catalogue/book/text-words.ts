import type { BookFile } from '#shared/api/book/book-file.ts'
import { languageName } from './language-name.ts'

export const formatNames = { epub: 'EPUB', txt: 'TXT' }

export function sizeText(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

export function lengthText(characters: number): string {
  return characters < 10_000 ? `${characters} 字` : `${(characters / 10_000).toFixed(1)} 万字`
}

/** Number of Chinese characters that a reader takes in per minute, at an unhurried pace. */
const charactersPerMinute = 400

/** Says how long it takes to read a text, in steps of five minutes, or of half an hour from an hour on. */
export function readingTimeText(characters: number): string {
  const minutes = characters / charactersPerMinute
  if (minutes < 55) return `约读 ${Math.max(5, Math.round(minutes / 5) * 5)} 分钟`
  return `约读 ${Math.round(minutes / 30) / 2} 小时`
}

const scripts: Record<string, string> = { 'zh-Hans': '简体', 'zh-Hant': '繁体', zh: '中文', lzh: '文言' }

export function scriptText({ language }: Pick<BookFile, 'language'>): string {
  return scripts[language] ?? languageName(language)
}

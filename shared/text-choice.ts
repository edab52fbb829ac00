/** The encodings in which the site reads plain text files. */
export const textEncodings = [
  'utf-8',
  'gb18030',
  'big5',
  'utf-16le',
  'utf-16be',
  'utf-32le',
  'utf-32be',
  'euc-jp',
  'shift_jis',
] as const
export type TextEncoding = (typeof textEncodings)[number]

/**
 * The styles in which the chapters of a text may be marked: `chapters` by a word such as 第…章 or Chapter, `bare` by a
 * line with nothing but a number, and the others as their examples in `chapterStyleNames` show.
 */
export const headingStyles = ['chapters', 'decimals', 'numerals', 'brackets', 'bare', 'signs'] as const
export type HeadingStyle = (typeof headingStyles)[number]
/** The style of the headings of a text, or `none` for a text without chapters. */
export type ChapterStyle = HeadingStyle | 'none'

/** The labels of the styles in the editors' form; most are an example of a heading. */
export const chapterStyleNames: Record<ChapterStyle, string> = {
  chapters: '第一章',
  decimals: '1. 风起',
  numerals: '一、风起',
  brackets: '（一）',
  bare: '只有数字',
  signs: '## 风起',
  none: '不分章',
}

/** An editor's choices for the import of a plain text file. If a field is null, the program chooses the value. */
export interface TextChoice {
  encoding: TextEncoding | null
  style: ChapterStyle | null
  /**
   * Lines, from 0, that are no headings although they look like it; the text below such a line becomes part of the
   * chapter before it.
   */
  merged: number[]
  /** Lines, from 0, that are headings of chapters although the program does not recognise them. */
  added: number[]
}

/** The choice of an editor who leaves everything to the program. */
export const noTextChoice: TextChoice = { encoding: null, style: null, merged: [], added: [] }

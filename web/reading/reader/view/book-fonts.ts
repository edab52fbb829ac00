import type { ReadingSettings } from './reading-settings.ts'

interface Families {
  /** The families for Chinese, Japanese and Korean text. */
  eastern: string
  /**
   * The font families for text in other scripts. They come before the eastern families, whose quotation marks and
   * apostrophes are wide.
   */
  western: string
}

/** The font of the text after the choice of `auto` has been made. */
export type BookFont = Exclude<ReadingSettings['font'], 'auto'>

const families: Record<Exclude<BookFont, 'book'>, Families> = {
  system: {
    eastern: "'PingFang SC', 'Noto Sans SC', 'Noto Sans CJK SC', 'Microsoft YaHei', sans-serif",
    western: "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans'",
  },
  song: {
    eastern: "'Noto Serif SC', 'Noto Serif CJK SC', 'Source Han Serif SC', 'Songti SC', STSong, SimSun, serif",
    western: "Georgia, 'Iowan Old Style', 'Noto Serif', 'Liberation Serif', 'Times New Roman'",
  },
  hei: {
    eastern: "'Noto Sans SC', 'Noto Sans CJK SC', 'Source Han Sans SC', 'Heiti SC', SimHei, sans-serif",
    western: "'Helvetica Neue', Arial, 'Noto Sans', 'Liberation Sans'",
  },
  kai: {
    eastern: "'LXGW WenKai', 'Kaiti SC', STKaiti, KaiTi, 'AR PL UKai CN', 'Noto Serif SC', 'Noto Serif CJK SC', serif",
    western: "Palatino, 'Book Antiqua', Georgia, 'Noto Serif', 'Liberation Serif'",
  },
}

const easternLanguages = ['zh', 'lzh', 'yue', 'ja', 'ko']
/** Selects elements in a language that is written with Chinese characters, kana or Hangul. */
const eastern = easternLanguages.map((language) => `:lang(${language})`).join(', ')
/**
 * Selects the body of a document in another language. A document that names no language is treated as written in the
 * language of its book.
 */
const westernBody = `:where(html:not([data-eastern])) body:not(${eastern})`
/** Selects the headings and code, which keep the families of the book if it has any. */
const ownFamilies = 'h1, h2, h3, h4, h5, h6, code, pre, kbd, samp, tt'

/**
 * Marks a document that names no language and belongs to a book in Chinese, Japanese or Korean, so that its fonts and
 * indents are those of the book. EPUB 3 forbids to give it the language of the package itself.
 */
export function markLetters({ documentElement, body }: Document, bookLanguage: string) {
  const isEastern = bookLanguage === '' || easternLanguages.includes(bookLanguage.toLowerCase().split('-')[0] ?? '')
  documentElement.toggleAttribute('data-eastern', documentElement.lang === '' && body.lang === '' && isEastern)
}

/** Returns the font that a setting means for a book. */
export function fontOf(font: ReadingSettings['font'], { hasFonts }: { hasFonts: boolean }): BookFont {
  return font !== 'auto' ? font : hasFonts ? 'book' : 'song'
}

/** Returns the font families for Chinese text in a font; for the font of the book those that stand in for it. */
export function familiesOf(font: BookFont): string {
  return families[font === 'book' ? 'song' : font].eastern
}

/**
 * Returns the rules for the fonts of a book: those that the reader chose, by the language of each part of the text, or
 * the book's own, with Song type for text to which the book gives none.
 */
export function bookFonts(font: BookFont): string {
  // `:where` gives Song type no specificity, so that every rule of the book overrides it.
  const chosen = families[font === 'book' ? 'song' : font]
  const western = `${chosen.western}, ${chosen.eastern}`
  if (font === 'book')
    return `:where(body) { font-family: ${chosen.eastern}; }
:where(${westernBody}) { font-family: ${western}; }`
  return `body { font: inherit; font-family: ${chosen.eastern} !important; }
${westernBody} { font-family: ${western} !important; }
body :not(${ownFamilies}) { font-family: inherit !important; }
body [lang]:is(${eastern}):not(${ownFamilies}) { font-family: ${chosen.eastern} !important; }
body [lang]:not(${eastern}):not(${ownFamilies}) { font-family: ${western} !important; }`
}

/**
 * Returns the CSS rules for text in an alphabet such as Latin. Words are hyphenated at the ends of lines. Lines are not
 * justified, because many browsers lack hyphenation patterns and would leave wide gaps. Paragraphs are indented less
 * than Chinese ones, and not at all below a heading.
 */
export function alphabeticText(isIndented: boolean): string {
  const indents = `${westernBody} p:not([class]) { text-indent: 1.2em !important; }
${westernBody} :is(h1, h2, h3, h4, h5, h6) + p:not([class]) { text-indent: 0 !important; }`
  return `${westernBody} { text-align: start; }
${westernBody}, body [lang]:not(${eastern}) { hyphens: auto; hyphenate-limit-chars: 6 3 3; }
body [lang]:is(${eastern}) { hyphens: manual; }
${isIndented ? indents : ''}`
}

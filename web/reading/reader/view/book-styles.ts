import { alphabeticText, type BookFont, bookFonts } from './book-fonts.ts'
import { verse } from './mark-layout.ts'
import type { ReadingSettings } from './reading-settings.ts'

export type Paper = 'light' | 'paper' | 'green' | 'dark' | 'night'
const colours: Record<Paper, { ink: string; background: string; link: string; scheme: string }> = {
  light: { ink: '#1f1a17', background: '#fffdf9', link: '#ad4e00', scheme: 'light' },
  paper: { ink: '#2e261d', background: '#f6efdf', link: '#8f4100', scheme: 'light' },
  green: { ink: '#1f2b1d', background: '#dce8d6', link: '#7a3800', scheme: 'light' },
  dark: { ink: '#cfc8bc', background: '#16181c', link: '#fa8c16', scheme: 'dark' },
  night: { ink: '#ece6dc', background: '#14161a', link: '#fa8c16', scheme: 'dark' },
}

/**
 * Returns the colour theme for the reader's setting of the paper; the setting `system` follows the theme of the site.
 */
export function paperOf(choice: ReadingSettings['paper'], isDark: boolean): Paper {
  if (choice !== 'system') return choice
  return isDark ? 'night' : 'light'
}

export function isDark(paper: Paper): boolean {
  return colours[paper].scheme === 'dark'
}

/**
 * The rules for vertical text in the site's own editions, whose style sheets give pieces and their titles space above
 * and below: in vertical text this space lies between the columns. Short verse stands in the middle of the page.
 */
const turnedPieces = `.piece { margin-block: 2em 0 !important; margin-inline: 0 !important; }
.piece:has(> ${verse}) { inline-size: fit-content; max-inline-size: 100%; margin-inline: auto !important; }
:is(h1:has(+ .piece), .piece > h2, .piece > .by) { margin-block: 0.6em !important; margin-inline: 0 !important; }`

/**
 * Returns the rules for verse, for its notes, and for headings. Verse has no indent, and in vertical text it begins at
 * the top of the page, as its title does. The mark of a note at the end of a line hangs, so that it does not move a
 * centred line; notes below centred verse are centred too. Headings stay on one page with the text below them. A poem
 * of at most eight lines is not divided between pages.
 */
function versesAndHeadings(isVertical: boolean): string {
  return `body ${verse} p:not([class]), body p${verse} { text-indent: 0 !important; }
${
  isVertical
    ? `:is(h2, h3, h4, .by), ${verse} p, p${verse} { text-align: start !important; }
${turnedPieces}`
    : `${verse} ~ aside p:not([class]) { text-align: center; text-indent: 0 !important; }
p:has(> [data-hanging]) { position: relative; }
[data-hanging] { position: absolute; white-space: nowrap; }`
}
:is(h1, h2, h3, h4, h5, h6, hgroup, .by) { break-after: avoid; break-inside: avoid; hyphens: manual; }
${verse}:not(:has(p:nth-of-type(9))) { break-inside: avoid; }
${verse} p { break-inside: avoid; }`
}

/**
 * The rules that let flowing text fill the pages: the body has no size, place or layout of its own, because its text
 * would be cut off or the pages would grow without end, and neither has a part of it that would cut off text.
 */
const flowingBoxes = `html, body { display: block !important; float: none !important; transform: none !important; }
body {
  position: static !important;
  overflow: visible !important;
  width: auto !important; min-width: 0 !important; max-width: none !important;
  height: auto !important; min-height: 0 !important; max-height: none !important;
}
[data-cutting] {
  overflow: visible !important;
  margin-inline: 0 !important;
  width: auto !important; min-width: 0 !important; max-width: 100% !important;
  height: auto !important; min-height: 0 !important; max-height: none !important;
}
[data-cutting='placed'] { position: static !important; }`

/**
 * The rules for pictures on dark paper. Drawings in dark ink on a transparent ground would vanish: those in the text
 * and coloured ones get the ground of light paper, and grey ones are inverted.
 */
const darkPictures = `img, svg { filter: brightness(0.85); }
svg:not(svg *, :has(image)) { background: ${colours.light.background} !important; color: ${colours.light.ink} !important; }
img[data-ink='coloured'] { background: ${colours.light.background} !important; }
img[data-ink='grey'] { filter: invert(1) brightness(0.85); }`

/** Returns the rules for sections that the reader places in the middle. `lineLength` is that of a column in pixels. */
function placement(lineLength: number): string {
  return `/*
 * A section that consists of a single picture, such as a cover, spans all columns, so that it is centred in the window.
 */
[data-one-picture] body { column-span: all; text-align: center; }
/* So does a title page or another section that is one page, with lines as long as those of a column. */
[data-single-page]:not([data-second-column]) body { column-span: all; display: grid !important; grid-template-columns: min(100%, ${lineLength}px); justify-content: center; }
/* A section that must begin on the second page of a spread leaves the first column empty. */
[data-second-column] body::before { content: '' !important; display: block !important; height: 0 !important; break-after: column !important; }
[data-centred='horizontal'] body { display: grid !important; grid-template-columns: fit-content(100%); justify-content: center; }
[data-centred='vertical'] body { display: grid !important; min-block-size: 100% !important; grid-template-columns: 100%; align-content: safe center; }`
}

/** Returns a style sheet that overrides the book's own styles with the settings of the user. */
export function bookStyles(
  { size, spacing, width, pinyin, isVertical, isIndented }: ReadingSettings,
  font: BookFont,
  paper: Paper,
): string {
  const { ink, background, link, scheme } = colours[paper]
  // Pinyin is drawn between the lines, so the lines must be far enough apart.
  const lineHeight = Math.max(spacing / 10, pinyin === 'none' ? 0 : 1.7)
  return `
html {
  --theme-bg-color: ${background};
  color-scheme: ${scheme};
  color: ${ink} !important;
  font-size: ${size}px !important;
  ${isVertical ? 'writing-mode: vertical-rl !important;' : ''}
  line-break: strict;
  text-autospace: normal;
  text-spacing-trim: trim-start;
  hanging-punctuation: allow-end last;
  -webkit-text-size-adjust: none;
}
body {
  ${isVertical ? 'writing-mode: vertical-rl !important; text-orientation: mixed;' : ''}
  color: inherit !important;
  line-height: ${lineHeight} !important;
  text-align: justify;
  widows: 2; orphans: 2;
}
${flowingBoxes}
html:not([data-uncovered]) { background: ${background} !important; }
html:not([data-uncovered]) body { background: none !important; }
body :is(p, div, li, blockquote, dd, dt, span, section, article, td) { line-height: inherit !important; }
${bookFonts(font)}
body :not(a, mark) { color: inherit !important; background-color: transparent !important; }
${placement(size * width)}
p { margin-block: ${isIndented ? '0.35em' : '0.8em'}; }
p:not([class]) { text-indent: ${isIndented ? '2em' : '0'} !important; }
${alphabeticText(isIndented)}
${versesAndHeadings(isVertical)}
table[data-wide] { display: block; max-inline-size: 100%; max-block-size: 80vh; overflow: auto; }
/*
 * The mark of a note stays with the character before it: a word joiner (U+2060) forbids a line break between them. The
 * selector has no specificity, so that a rule of the book's own takes precedence.
 */
:where([data-note-mark])::before { content: '\\2060'; }
a { color: ${link} !important; text-underline-offset: 0.2em; }
img, svg, video, audio { max-width: 100%; }
${scheme === 'dark' ? darkPictures : ''}
pre, code { white-space: pre-wrap; }
rt { font-size: 0.5em; user-select: none; }
::selection { background: ${scheme === 'dark' ? '#7a4a12' : '#ffd8a8'}; }
`
}

/**
 * Matches a character that shows nothing: control and format characters, unassigned and private ones, fillers,
 * variation selectors, and blank symbols such as the Braille pattern without dots. Spaces are not matched.
 */
const blank = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}\u{13441}\u{13442}]/gu

/**
 * Matches a character of the scripts in which joiners between letters change how words are written: Arabic, Syriac,
 * Mongolian, N'Ko and those of South and Southeast Asia.
 */
const joining =
  '[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Mong}\\p{scx=Nkoo}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Mymr}\\p{scx=Khmr}\\p{scx=Tibt}]'
const viramas = '[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u1039\u17d2]'
const emoji = '\\p{Extended_Pictographic}[\\ufe0e\\ufe0f\\p{EMod}]*'

/**
 * Matches blank characters where a script or an emoji needs them: joiners within words and after a virama, emoji that
 * are joined from several, keycaps, flags of regions, variants of Han characters, and forms of Mongolian letters.
 */
const needed = new RegExp(
  [
    `(?<=${joining})[\\u200c\\u200d](?=${joining})`,
    `(?<=${viramas})[\\u200c\\u200d]`,
    '\\u{1f3f4}[\\u{e0061}-\\u{e007a}\\u{e0030}-\\u{e0039}]+\\u{e007f}',
    `${emoji}(?:\\u200d${emoji})*`,
    '[\\d#*]\\ufe0f\\u20e3',
    '(?<=\\p{scx=Hani})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
    '(?<=\\p{scx=Mong})[\\u180b-\\u180f]',
  ].join('|'),
  'gu',
)

/** Returns the text without characters that show nothing, wherever they stand. */
export function withoutBlanks(text: string): string {
  return text.replace(blank, '')
}

/** Returns whether a text contains characters that show nothing where no script and no emoji needs them. */
export function hasNeedlessBlanks(text: string): boolean {
  return text.replace(needed, '').search(blank) >= 0
}

/** Returns the number of characters of a text that one can see. Spaces between them count as one. */
export function visibleLength(text: string): number {
  return [...text.replace(/\s+/g, ' ').replace(blank, '').trim()].length
}

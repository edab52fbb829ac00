/** The scripts by which the language of a text is recognised, with their patterns. */
const scripts: [script: string, pattern: RegExp][] = [
  ['Hani', /\p{Script=Han}/gu],
  ['Jpan', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['Kore', /\p{Script=Hangul}/gu],
  ['Arab', /\p{Script=Arabic}/gu],
  ['Hebr', /\p{Script=Hebrew}/gu],
  ['Latn', /\p{Script=Latin}/gu],
  ['Cyrl', /\p{Script=Cyrillic}/gu],
  ['Grek', /\p{Script=Greek}/gu],
  ['Thai', /\p{Script=Thai}/gu],
]
/** The number of letters that a sample needs before the text is believed rather than the package. */
const minLetters = 100
/** The share of Japanese or Korean letters that tells a text with Chinese characters from a Chinese one. */
const ownLetters = 0.1
/** The shares of its script that a text needs to choose among the stated languages, and to overrule all of them. */
const shareToChoose = 0.5
const shareToOverrule = 0.9

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
/** Codes that say that a text has no language, or several, or an unknown one. */
const noLanguage = /^(?:mis|mul|und|zxx)\b/
/** Frequent characters that exist in one script only. */
const [traditional, simplified] = [/[們這個說為與國來時會對後]/gu, /[们这个说为与国来时会对后]/gu]
const englishWords = /\b(?:the|and|of|to)\b/gi

/**
 * Returns the language of a book as a BCP 47 tag: the first language that the package states, unless the text is
 * written in another script. Then it is the first stated language of that script or, if there is none, the most usual
 * one. A tag that names no language, such as `und` or `CN`, counts as missing. `sample` is a part of the text. Returns
 * an empty string if neither tells a language.
 */
export function bookLanguage(stated: string[], sample: string): string {
  const tags = stated.flatMap((tag) => canonicalTag(tag) ?? [])
  const [first] = tags
  if (first === undefined) return languageOfScript(scriptOf(sample, 1).script, sample)
  const { script, share } = scriptOf(sample, minLetters)
  if (script === undefined || share < shareToChoose) return first
  const fitting = tags.find((tag) => sameScript(new Intl.Locale(tag).maximize().script, script))
  if (fitting !== undefined) return fitting === 'zh' ? languageOfScript(script, sample) : fitting
  // Most letters of a Chinese grammar of English are Latin, so Latin overrules less than other scripts do.
  const isCertain = share >= shareToOverrule && (script !== 'Latn' || /^(Arab|Hebr)$/.test(scriptOfTag(first)))
  return (isCertain && languageOfScript(script, sample)) || first
}

/** Returns the most usual language of a script; empty for Latin letters that are not English. */
function languageOfScript(script: string | undefined, text: string): string {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  if (script === undefined) return ''
  if (script === 'Hani') return count(traditional) > count(simplified) ? 'zh-Hant' : 'zh'
  if (script === 'Latn') return count(englishWords) > count(/\p{L}+/gu) / 20 ? 'en' : ''
  return new Intl.Locale(`und-${script}`).maximize().language
}

function canonicalTag(tag: string): string | undefined {
  try {
    const [known = ''] = Intl.getCanonicalLocales(tag.trim().replaceAll('_', '-').slice(0, 35))
    return noLanguage.test(known) || languageNames.of(known.replace(/-.*/, '')) === undefined ? undefined : known
  } catch {
    return undefined
  }
}

function scriptOfTag(tag: string): string {
  const known = canonicalTag(tag)
  return known === undefined ? '' : (new Intl.Locale(known).maximize().script ?? '')
}

function sameScript(stated: string | undefined, script: string): boolean {
  return stated === script || (script === 'Hani' && /^Han[st]$/.test(stated ?? ''))
}

/** Returns the script in which a text is written, and its share of the letters; no script for too few letters. */
function scriptOf(text: string, fewest: number): { script: string | undefined; share: number } {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (letters < fewest) return { script: undefined, share: 0 }
  const counts = new Map(scripts.map(([script, pattern]) => [script, (text.match(pattern)?.length ?? 0) / letters]))
  const share = (script: string) => counts.get(script) ?? 0
  for (const script of ['Jpan', 'Kore'])
    if (share(script) >= ownLetters) counts.set(script, share(script) + share('Hani')).set('Hani', 0)
  const [found] = [...counts].toSorted(([, one], [, other]) => other - one)
  return { script: found?.[0], share: found?.[1] ?? 0 }
}

/**
 * Returns the tag under which the library stores a text in a language; `und` for an unknown one. The tag for Chinese
 * names the script, simplified or traditional.
 */
export function languageTagOf(language: string): string {
  if (/^zh-(tw|hk|mo|hant)/i.test(language)) return 'zh-Hant'
  if (/^(zh|cmn)(-|$)/i.test(language)) return 'zh-Hans'
  return language || 'und'
}

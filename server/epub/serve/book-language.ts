/** The scripts by which the language of a text is recognised, with their patterns. */
const scripts: [script: string, pattern: RegExp][] = [
  ['Hani', /\p{Script=Han}/gu],
  ['Jpan', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['Kore', /\p{Script=Hangul}/gu],
  ['Arab', /\p{Script=Arabic}/gu],
  ['Hebr', /\p{Script=Hebrew}/gu],
  ['Latn', /\p{Script=Latin}/gu],
]
/** The number of letters that a sample needs before the text is believed rather than the package. */
const minLetters = 100
/** The share of Japanese or Korean letters that tells a text with Chinese characters from a Chinese one. */
const ownLetters = 0.1
/** The shares of its script that a text needs to choose among the stated languages, and to overrule all of them. */
const shareToChoose = 0.5
const shareToOverrule = 0.9

/**
 * Returns the language of a book as a BCP 47 tag: the first language that the package states, unless the text is
 * written in another script. Then it is the first stated language of that script or, if there is none, the most usual
 * one. `sample` is a part of the text. Returns an empty string if there is neither a language nor a text.
 */
export function bookLanguage(stated: string[], sample: string): string {
  const tags = stated.flatMap((tag) => canonicalTag(tag) ?? [])
  const first = tags[0] ?? stated[0]?.slice(0, 35) ?? ''
  const { script, share } = scriptOf(sample)
  if (script === undefined || share < shareToChoose) return first
  const fitting = tags.find((tag) => sameScript(new Intl.Locale(tag).maximize().script, script))
  if (fitting !== undefined) return fitting
  // Most letters of a Chinese grammar of English are Latin, so Latin overrules less than other scripts do.
  const isCertain = share >= shareToOverrule && (script !== 'Latn' || /^(Arab|Hebr)$/.test(scriptOfTag(first)))
  return isCertain ? new Intl.Locale(`und-${script === 'Hani' ? 'Hans' : script}`).maximize().language : first
}

function canonicalTag(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag.trim().replaceAll('_', '-').slice(0, 35))[0]
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

/** Returns the script in which a text is written, and its share of the letters; no script for a short text. */
function scriptOf(text: string): { script: string | undefined; share: number } {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (letters < minLetters) return { script: undefined, share: 0 }
  const counts = new Map(scripts.map(([script, pattern]) => [script, (text.match(pattern)?.length ?? 0) / letters]))
  const share = (script: string) => counts.get(script) ?? 0
  for (const script of ['Jpan', 'Kore'])
    if (share(script) >= ownLetters) counts.set(script, share(script) + share('Hani')).set('Hani', 0)
  const [found] = [...counts].toSorted(([, one], [, other]) => other - one)
  return { script: found?.[0], share: found?.[1] ?? 0 }
}

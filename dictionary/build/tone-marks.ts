const marks: Record<string, string> = { a: 'āáǎà', e: 'ēéěè', i: 'īíǐì', o: 'ōóǒò', u: 'ūúǔù', ü: 'ǖǘǚǜ' }

/** Returns pinyin with tone marks for pinyin with tone numbers as CC-CEDICT writes it: `lu:4 xing2` gives `lǜ xíng`. */
export function markTones(numbered: string): string {
  return numbered
    .replace(/u:/g, 'ü')
    .replace(/U:/g, 'Ü')
    .replace(/([A-Za-zÜü]+)([1-5])/g, (_, syllable: string, tone: string) => markSyllable(syllable, Number(tone)))
}

/** The tone mark is placed on a or e if the syllable contains one, on the o of ou, and otherwise on the last vowel. */
function markSyllable(syllable: string, tone: number): string {
  if (tone === 5) return syllable
  const at =
    /[ae]/i.exec(syllable)?.index ?? /ou/i.exec(syllable)?.index ?? /[iouü](?=[^iouü]*$)/i.exec(syllable)?.index
  if (at === undefined) return syllable
  const vowel = syllable[at] ?? ''
  const marked = marks[vowel.toLowerCase()]?.[tone - 1] ?? vowel
  return (
    syllable.slice(0, at) + (vowel === vowel.toLowerCase() ? marked : marked.toUpperCase()) + syllable.slice(at + 1)
  )
}

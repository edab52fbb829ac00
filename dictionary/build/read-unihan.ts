import { simplifyCharacter } from '#server/engines/text/simplify-character.ts'
import type { CharacterRow } from '#server/reading/dictionary/dictionary-rows.ts'
import type { Sources } from './dictionary-sources.ts'

type Fields = Record<string, string>

/** Reads the Unihan database. Returns the dictionary entry of each character, by character. */
export function readUnihan(sources: Sources): Map<string, CharacterRow> {
  const fields = readFields(sources)
  const radicals = readRadicals(sources)
  const rows = new Map<string, CharacterRow>()
  for (const [character, own] of fields) rows.set(character, writeRow(character, own, radicals))
  addLevels(rows, fields)
  return rows
}

const files = ['Readings', 'IRGSources', 'OtherMappings', 'Variants'].map((name) => `Unihan_${name}`)
const wanted = new Set(
  ['kMandarin', 'kTGHZ2013', 'kXHC1983', 'kHanyuPinyin', 'kRSUnicode', 'kTotalStrokes', 'kTGH'].concat([
    'kSimplifiedVariant',
    'kTraditionalVariant',
    'kSemanticVariant',
    'kZVariant',
  ]),
)

function readFields(sources: Sources): Map<string, Fields> {
  const found = new Map<string, Fields>()
  for (const file of files)
    for (const line of sources.unicode(file).split('\n')) {
      const [code = '', name = '', value = ''] = line.split('\t')
      if (!code.startsWith('U+') || !wanted.has(name)) continue
      const character = characterOf(code)
      // Compatibility characters are left out, because the text that users look up is in the Unicode normal form NFC,
      // which does not contain them.
      if (character.normalize('NFC') !== character) continue
      const fields = found.get(character) ?? {}
      found.set(character, fields)
      fields[name] = value.trim()
    }
  return found
}

const characterOf = (code: string) => String.fromCodePoint(Number.parseInt(code.replace('U+', ''), 16))

/** Returns the character of each radical by its number; the number of a simplified radical ends in an apostrophe. */
function readRadicals(sources: Sources): Map<string, string> {
  const rows = sources.unicode('CJKRadicals').split('\n')
  return new Map(
    rows.flatMap((row) => {
      const [number = '', , character = ''] = row.split(';').map((part) => part.trim())
      return /^\d+'*$/.test(number) ? [[number, characterOf(character)] as const] : []
    }),
  )
}

function writeRow(character: string, fields: Fields, radicals: Map<string, string>): CharacterRow {
  const modern = [
    ...(fields['kMandarin']?.split(' ') ?? []),
    ...readingsIn(fields['kTGHZ2013']),
    ...readingsIn(fields['kXHC1983']),
  ]
  const readings = [...new Set(modern)]
  const old = [...new Set(readingsIn(fields['kHanyuPinyin']))].filter((reading) => !readings.includes(reading))
  const [, radical = '', rest = ''] = /^(\d+'*)\.(-?\d+)/.exec(fields['kRSUnicode'] ?? '') ?? []
  return {
    readings,
    old,
    radical: radicals.get(radical) ?? radicals.get(radical.replace(/'/g, '')) ?? '',
    rest: Math.max(0, Number(rest)),
    strokes: Number(fields['kTotalStrokes']?.split(' ')[0] ?? 0),
    simplified: variantsIn(fields['kSimplifiedVariant'], character),
    traditional: variantsIn(fields['kTraditionalVariant'], character),
    variants: variantsIn([fields['kSemanticVariant'], fields['kZVariant']].join(' '), character),
    level: levelOf(fields),
  }
}

/**
 * Returns the readings in a field such as `20811.060:háng,xíng 31000.010:héng`, whose numbers are positions in a
 * dictionary.
 */
function readingsIn(field = ''): string[] {
  return field.split(' ').flatMap((part) => part.split(':')[1]?.split(',') ?? [])
}

/**
 * Returns the characters in a field such as `U+8207<kMatthews,kMeyerWempe`, whose names after `<` are sources.
 * `character` itself is left out.
 */
function variantsIn(field = '', character: string): string[] {
  const found = field
    .split(' ')
    .flatMap((part) => (part.startsWith('U+') ? [characterOf(part.split('<')[0] ?? '')] : []))
  return [...new Set(found)].filter((one) => one !== character)
}

/**
 * Returns the level of a character in 通用规范汉字表 (2013): 1 to 3, or 0 if the table does not contain it. The level follows
 * from the number of the character in the table.
 */
function levelOf(fields: Fields): CharacterRow['level'] {
  const number = Number(/2013:(\d+)/.exec(fields['kTGH'] ?? '')?.[1] ?? 0)
  if (number === 0) return 0
  return number <= 3500 ? 1 : number <= 6500 ? 2 : 3
}

/**
 * Gives traditional characters the level of their simplified form, because the table itself lists no traditional ones.
 */
function addLevels(rows: Map<string, CharacterRow>, fields: Map<string, Fields>) {
  for (const [character, row] of rows) {
    if (row.level > 0 || fields.get(character)?.['kTGH'] !== undefined) continue
    // Unihan lacks the simplified form of some variants, such as 爲, so the form of `simplifyCharacter` is used as well.
    const levels = [...row.simplified, simplifyCharacter(character)].flatMap(
      (one) => levelOf(fields.get(one) ?? {}) || [],
    )
    if (levels.length > 0) row.level = Math.min(...levels) as CharacterRow['level']
  }
}

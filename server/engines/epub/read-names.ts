export type Role = 'author' | 'translator' | 'editor' | 'illustrator'

export interface CreditedName {
  name: string
  role: Role
}

/** The country or the dynasty in brackets before a name: `[清] 曹雪芹`, `（美）海明威`. */
const origin = /^[[【（(〔［]\s*(?:[\p{Script=Han}·]{1,8}|[A-Z]{2,3})\s*[\]】）)〕］]\s*(?=\S)/u
/** The name in another script behind a name: `海明威（Ernest Hemingway）`. */
const otherScript = /(?<=\S)\s*[（(]\s*(?:[\p{Script=Latin}\p{Script=Cyrillic}\s.'’-]+|[\p{Script=Han}]{1,3}国)[)）]$/u
/** Words behind a name that tell what the person did; those of one character also end names, such as 张译. */
const words: Record<Role, { long: string[]; short: string[] }> = {
  author: { long: ['编著', '原著'], short: ['著', '撰', '续'] },
  translator: { long: ['翻译', '编译', '选译', '译注', '译著'], short: ['译'] },
  editor: {
    long: ['主编', '选编', '编选', '整理', '点校', '校注', '校点', '校订', '笺注', '注释', '集解', '辑校'],
    short: ['编', '校', '注', '辑'],
  },
  illustrator: { long: ['插画', '插图', '绘画'], short: ['绘'] },
}
const roleByWord = new Map(
  (Object.keys(words) as Role[]).flatMap((role) =>
    [...words[role].long, ...words[role].short].map((word): [string, Role] => [word, role]),
  ),
)
const long = Object.values(words)
  .flatMap((each) => each.long)
  .join('|')
const anyWord = [...roleByWord.keys()].join('|')
const setOff = new RegExp(`^(.*\\S)(?:\\s+(${anyWord})|\\s*[（(【[](${anyWord})[)）】\\]]|(?<=..)(${long}))$`)
const glued = new RegExp(`^(.{2,}?)(${anyWord})$`)
/** Signs between names. A comma also stands within a name of another script: García Márquez, Gabriel. */
const groupSeparator = /\s*[;；|｜]\s*/
const separator = /\s*、\s*|\s+[&＆/]\s+|(?<=[\p{Script=Han}）)\]】])\s*[,，&＆/／]\s*(?=[\p{Script=Han}[【（(〔［])/u
const nobody = /^(?:unknown|anonymous|未知|佚名|不详|无名氏)$/i

/**
 * Reads the names in one field of a file, such as `[美] 海明威 著；吴劳 译`: several names apart, without countries and
 * dynasties, each with its role. A name without a word for its role has that of the next name of its group, or else the
 * given one.
 */
export function readNames(field: string, role: Role = 'author'): CreditedName[] {
  const groups = field
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()
    .split(groupSeparator)
    .map((group) => group.split(separator).filter(Boolean))
  const isList = groups.flat().length > 1 || origin.test(field)
  return groups.flatMap((group) => readGroup(group, role, isList))
}

function readGroup(group: string[], role: Role, isList: boolean): CreditedName[] {
  const names: CreditedName[] = []
  let current = role
  for (const part of group.toReversed()) {
    const bare = withoutEtc(part.replace(origin, ''))
    const [, name = bare, ...found] = setOff.exec(bare) ?? (isList ? glued.exec(bare) : null) ?? []
    const word = found.find(Boolean)
    // The name with a country begins the group: [美] 海明威，吴劳译.
    if (word !== undefined || origin.test(part)) current = roleByWord.get(word ?? '') ?? role
    const plain = withoutEtc(name.replace(otherScript, ''))
    if (plain !== '' && !nobody.test(plain)) names.unshift({ name: plain, role: current })
  }
  return names
}

function withoutEtc(name: string): string {
  return name.replace(/\s*等$/, '').trim()
}

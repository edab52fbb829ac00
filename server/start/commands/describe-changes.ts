import type { TextChanges } from '#shared/api/book/text-changes.ts'

const changeNames = { added: '新增', removed: '去掉', changed: '改动' }
/** At most this many changed sections are printed. */
const shown = 20

/** Describes for the operator what would change if a file replaced a stored text, in lines. */
export function describeChanges({ before, after, counts, changes, marks, positions }: TextChanges): string[] {
  const lines = [
    `字数 ${before.countCharacters} → ${after.countCharacters}`,
    `${counts.same} 节不变，${counts.changed} 节改动，新增 ${counts.added} 节，去掉 ${counts.removed} 节`,
  ]
  if (before.title !== after.title) lines.push(`书名 ${before.title} → ${after.title}`)
  if (before.authors.join() !== after.authors.join())
    lines.push(`作者 ${before.authors.join('、') || '无'} → ${after.authors.join('、') || '无'}`)
  if (before.language !== after.language) lines.push(`语言 ${before.language} → ${after.language}`)
  if (marks.count > 0) lines.push(`读者有 ${marks.count} 处划线、批注和书签，${describeFound(marks)}`)
  if (positions.count > 0) lines.push(`有 ${positions.count} 人读到书中，${describeFound(positions)}`)
  for (const { change, title, before, after } of changes.slice(0, shown))
    lines.push(`· ${changeNames[change]} ${title || '（没有标题）'}（${before ?? 0} → ${after ?? 0} 字）`)
  if (changes.length > shown) lines.push(`· 还有 ${changes.length - shown} 节`)
  return lines
}

function describeFound({ count, countChecked, countFound }: TextChanges['marks']): string {
  const checked = countChecked < count ? `查了其中 ${countChecked} 处，` : ''
  return `${checked}${countFound} 处在新的正文里还是原来的字句`
}

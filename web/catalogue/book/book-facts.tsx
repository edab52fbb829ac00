import type { Book } from '#shared/api/book/book.ts'
import { Facts } from '#web/ui/facts.tsx'
import { yearsText, yearText } from '#shared/year-text.ts'
import { languageName } from './language-name.ts'

/** List of facts about the work rather than about a single edition; unknown facts are left out. */
export function BookFacts({ book }: { book: Book }) {
  const { publishedYear, originalTitle, originalLanguage, era } = book
  return (
    <Facts
      facts={[
        ['首次出版', publishedYear === null ? null : yearText(publishedYear)],
        ['原名', originalTitle, originalLanguage ?? undefined],
        ['原文', originalLanguage === null || originalLanguage === 'zh' ? null : languageName(originalLanguage)],
        ['写到的年代', era && yearsText(era.from, era.to)],
      ]}
    />
  )
}

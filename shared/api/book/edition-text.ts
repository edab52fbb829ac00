import type { DraftEdition } from './edition.ts'

/** Returns a few words that tell an edition of a book from its other editions, such as its translators and publisher. */
export function describeEdition({ title, translators, publisher, year, isbn13 }: DraftEdition): string {
  const words = [
    title,
    translators.length > 0 && `${translators.join('、')}译`,
    publisher,
    year && `${year} 年`,
    isbn13 && `ISBN ${isbn13}`,
  ]
  return words.filter(Boolean).slice(0, 3).join('，') || '没有资料的版本'
}

import type { DraftEdition } from './edition.ts'

/**
 * Returns a few words that tell an edition of a book from its other editions, such as its translators and publisher.
 */
export function describeEdition(edition: DraftEdition): string {
  const { title, translators, editors, illustrators, publisher, year, isbn13, pages, source } = edition
  const words = [
    title,
    translators.length > 0 && `${translators.join('、')}译`,
    publisher,
    year && `${year} 年`,
    isbn13 && `ISBN ${isbn13}`,
    editors.length > 0 && `${editors.join('、')}编`,
    illustrators.length > 0 && `${illustrators.join('、')}插图`,
    pages && `${pages} 页`,
    source,
  ]
  return words.filter(Boolean).slice(0, 3).join('，') || '没有资料的版本'
}

import type { CatalogBook } from './catalog-schema.ts'

/**
 * Returns what is wrong with the editions of a catalogue entry, in Chinese: an edition older than the work, translators
 * without a language to translate from, and an intermediate language that is the original one.
 */
export function findEditionProblems({ originalLanguage, publishedYear, editions }: CatalogBook): string[] {
  return editions.flatMap(({ year, translators, translatedFrom, language }, at) => {
    const problems: string[] = []
    if (year !== undefined && publishedYear !== undefined && year < publishedYear)
      problems.push(`出版于 ${year} 年，早于首次出版的 ${publishedYear} 年`)
    if (translators.length > 0 && originalLanguage === undefined) problems.push('有译者，而书没有写 originalLanguage')
    if (translators.length > 0 && originalLanguage === language) problems.push(`有译者，语言却和原文一样是 ${language}`)
    if (translatedFrom !== undefined && translatedFrom === originalLanguage)
      problems.push('译自原文，不用写 translatedFrom')
    return problems.map((problem) => `第 ${at + 1} 个版本${problem}`)
  })
}

import type { ReadBook } from '#web/reading/reader/state/read-book.ts'

interface PassageSource {
  /** Title of the chapter; may be empty. */
  chapter: string
  /** Author of this part of the book, if the text names one, such as the poet of a poem in an anthology; or empty. */
  by: string
}

/**
 * Returns a passage of a book, followed by a line that names its source: `——《边城》沈从文，第一章`, or
 * `——王昌龄《芙蓉楼送辛渐》，《唐诗三百首》` for a part that has an author of its own.
 */
export function citePassage(
  passage: string,
  { title, authors }: Pick<ReadBook, 'title' | 'authors'>,
  { chapter, by }: PassageSource,
) {
  const isPart = chapter !== '' && chapter !== title
  if (isPart && by !== '') return `${passage}\n——${by}《${chapter}》，《${title}》`
  return `${passage}\n——《${title}》${by || authors.join('、')}${isPart ? `，${chapter}` : ''}`
}

/** Words by which publishers mark an excerpt in its title, its name or a heading. */
const marks = /试读|試讀|试阅|試閱|样章|樣章|样书|樣書|\b(?:sample|preview|excerpt)\b/i
/** Sentences with which an excerpt ends. */
const endings =
  /(?:试读|試讀|试阅|試閱|样章|樣章|预览|預覽)[^。\n]{0,12}(?:结束|結束|到此|完|至此)|(?:购买|購買|阅读|閱讀|解锁|解鎖)(?:完整版?|全书|全書|全文|正版)|end of (?:this |the )?(?:\w+ )?(?:sample|preview|excerpt)/i
/**
 * This number of characters at the end of a text are searched for such a sentence, and as many at its beginning for a
 * heading that marks an excerpt.
 */
export const edgeLength = 400

interface SampleFacts {
  /** The name of the file. */
  name: string
  title: string
  /** The titles of the chapters. */
  chapters: string[]
  /** The beginning of the plain text. */
  start: string
  /** The end of the plain text. */
  end: string
}

/** Returns the words that mark a text as a publisher's excerpt of a book; null if there are none. */
export function findSampleMark({ name, title, chapters, start, end }: SampleFacts): string | null {
  const headings = [...chapters, ...start.split('\n').slice(0, 5)].filter(({ length }) => length <= 12)
  for (const words of [title, name.replace(/\.[^.]*$/, '').replaceAll('_', ' '), ...headings]) {
    const found = marks.exec(words)
    if (found) return found[0]
  }
  return endings.exec(end.slice(-edgeLength))?.[0] ?? null
}

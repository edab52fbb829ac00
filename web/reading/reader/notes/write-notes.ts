import type { Annotation } from '#shared/api/reader/annotation.ts'

/** Returns a user's bookmarks and highlights as Markdown, by chapter in the order of the book. */
export function writeNotes(
  { title, authors }: { title: string; authors: string[] },
  annotations: Annotation[],
): string {
  const lines = [`# 《${escapeMarkdown(title)}》`, '', authors.map(escapeMarkdown).join('、'), '']
  let chapter: string | undefined
  for (const one of annotations) {
    if (chapterOf(one) !== chapter) {
      chapter = chapterOf(one)
      lines.push(`## ${escapeMarkdown(chapter)}`, '')
    }
    const quote = escapeMarkdown(one.quote || chapter)
    if (one.kind === 'bookmark') lines.push(`- 书签：${quote}`, '')
    else lines.push(`> ${quote}`, '')
    if (one.note !== '') lines.push(...one.note.split('\n').map(escapeMarkdown), '')
  }
  return `${lines.join('\n').trimEnd()}\n`
}

/**
 * Returns the chapter title of an annotation. An annotation before the first chapter is on the cover or in the front
 * matter.
 */
export function chapterOf({ chapter, quote, fraction }: Annotation): string {
  if (chapter !== '') return chapter
  return quote === '' && fraction === 0 ? '封面' : '正文'
}

/** Escapes a text so that Markdown shows every character literally. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>#|~]/g, String.raw`\$&`).replace(/^(\s*)([-+]|\d+\.)/, String.raw`$1\$2`)
}

/** Downloads a text as a file. */
export function downloadText(name: string, content: string) {
  const url = URL.createObjectURL(new Blob([content], { type: 'text/markdown;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name.replace(/[\\/:*?"<>|]/g, '_')
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

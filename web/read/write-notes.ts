import type { Annotation } from '#shared/api/annotation.ts'

/** Bookmarks and highlights as Markdown, by chapter, in the order of the book. */
export function writeNotes(
  { title, authors }: { title: string; authors: string[] },
  annotations: Annotation[],
): string {
  const lines = [`# 《${escapeMarkdown(title)}》`, '', authors.map(escapeMarkdown).join('、'), '']
  let chapter: string | undefined
  for (const one of annotations) {
    if (one.chapter !== chapter) {
      chapter = one.chapter
      lines.push(`## ${escapeMarkdown(chapter || '正文')}`, '')
    }
    const quote = escapeMarkdown(one.quote)
    if (one.kind === 'bookmark') lines.push(`- 书签：${quote}`, '')
    else lines.push(`> ${quote}`, '')
    if (one.note !== '') lines.push(...one.note.split('\n').map(escapeMarkdown), '')
  }
  return `${lines.join('\n').trimEnd()}\n`
}

/** So that what is quoted is text, whatever signs it has. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>#|~]/g, String.raw`\$&`).replace(/^(\s*)([-+]|\d+\.)/, String.raw`$1\$2`)
}

/** Hands a file made here to the reader. */
export function downloadText(name: string, content: string) {
  const url = URL.createObjectURL(new Blob([content], { type: 'text/markdown;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name.replace(/[\\/:*?"<>|]/g, '_')
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

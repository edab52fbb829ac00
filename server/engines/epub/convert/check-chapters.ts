import { fail } from '#shared/api/failure.ts'

/**
 * The maximum number of chapters in an imported book, three times that of the longest novels. Each chapter becomes at
 * least one document and an entry in the table of contents of the EPUB.
 */
const maxChapters = 20_000

export function checkChapters(count: number) {
  if (count > maxChapters) fail('invalid', '文件里的章节多得不像一本书（超过两万个），没有收下')
}

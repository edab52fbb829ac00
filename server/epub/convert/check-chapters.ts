import { fail } from '#shared/api/failure.ts'

/**
 * Limit on chapters, three times that of the longest novels. Each chapter becomes a document, a line of the contents
 * and an entry of the archive.
 */
const maxChapters = 20_000

export function checkChapters(count: number) {
  if (count > maxChapters) fail('invalid', '文件里的章节多得不像一本书（超过两万个），没有收下')
}

import { fail } from '#shared/api/failure.ts'

/** Three times the longest novels; each chapter becomes a document, a line of the contents, and an entry of the archive. */
const mostChapters = 20_000

export function checkChapters(count: number) {
  if (count > mostChapters) fail('invalid', '文件里的章节多得不像一本书（超过两万个），没有收下')
}

import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { Failure } from '#shared/api/failure.ts'
import { TextChoiceInput } from '#shared/api/book/imported-text.ts'
import type { TextChanges } from '#shared/api/book/text-changes.ts'
import { chapterStyleNames, type TextChoice, textEncodings } from '#shared/text-choice.ts'
import { replacedTextDays, shorterFraction } from '#shared/replaced-text.ts'
import { maxImportBytes } from '#shared/import-size.ts'
import { readConfig } from '#server/start/config.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import { BookFiles } from '#server/reading/book-file/book-files.ts'
import { isPlainText } from '#server/engines/epub/convert/read-import.ts'
import { compareWithStored } from '#server/reading/library/import/compare-import.ts'
import { previewInChildProcess } from '#server/reading/library/import/run-reading-process.ts'
import { judgeImport } from '#server/reading/library/import/judge-import.ts'
import { storeImport } from '#server/reading/library/import/store-import.ts'
import { openSite } from './open-site.ts'

const changeNames = { added: '新增', removed: '去掉', changed: '改动' }

/** At most this many changed sections are printed. */
const shown = 20

const usage = `用法：npm run import -- [--dry-run] [--rights 理由] [--source 来源] [--book 编号 | --new] [--replace | --beside] [--replace-with-shorter] [--encoding 编码] [--chapters 写法] 文件……
  --dry-run  只看判断和 TXT 的分章，什么也不写
  --rights   为什么可以自由阅读；书目里已写明的可以不给
  --source   文字的来源
  --book     是哪本书（书页网址里的编号）；不给就按 ISBN、书名和作者认
  --new      书目里没有的，新建一本
  --replace  书里有同名、同语言的正文时，替换它；旧的一版留 ${replacedTextDays} 天，npm run restore-text 可以换回
  --beside   书里有同名、同语言的正文时，两份都留着
  --replace-with-shorter  新的不到旧的${shorterFraction * 10}成，或像是试读本，也要替换
  --encoding TXT 的文字编码：${textEncodings.join('、')}；不给就自己认
  --chapters TXT 章名的写法：${Object.entries(chapterStyleNames)
    .map(([style, words]) => `${style}（${words}）`)
    .join('、')}；不给就自己认`

const kindNames = { new: '新的', same: '已有', replaces: '替换', refused: '不能收' }

try {
  process.exitCode = await run()
} catch (error) {
  console.error(error instanceof Error && /[\u4e00-\u9fff]/.test(error.message) ? error.message : error)
  process.exitCode = 1
}

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean', default: false },
      rights: { type: 'string' },
      source: { type: 'string', default: '' },
      book: { type: 'string' },
      new: { type: 'boolean', default: false },
      replace: { type: 'boolean', default: false },
      beside: { type: 'boolean', default: false },
      'replace-with-shorter': { type: 'boolean', default: false },
      encoding: { type: 'string' },
      chapters: { type: 'string' },
    },
  })
  if (positionals.length === 0) {
    console.log(usage)
    return 2
  }
  const text = readTextChoice(values)
  if (text === undefined) return 2
  const config = readConfig()
  const { db, close } = await openSite(config)
  try {
    const bookFiles = new BookFiles(openStorage(db, config))
    let refused = 0
    for (const path of positionals) if (!(await importFile(db, bookFiles, path, { ...values, text }))) refused += 1
    return refused > 0 ? 1 : 0
  } finally {
    await close()
  }
}

interface Wishes {
  'dry-run': boolean
  rights?: string | undefined
  source: string
  book?: string | undefined
  new: boolean
  replace: boolean
  beside: boolean
  'replace-with-shorter': boolean
  text: TextChoice
}

/** Checks one book file and imports it, unless this is a dry run. Returns false when the file was rejected. */
async function importFile(db: Db, bookFiles: BookFiles, path: string, wishes: Wishes): Promise<boolean> {
  const name = basename(path)
  const say = (words: string) => console.log(`${name}：${words}`)
  try {
    const { size } = await stat(path)
    if (size > maxImportBytes) throw new Failure('tooLarge', '文件超过 50 MB，太大了')
    const bytes = await readFile(path)
    const verdict = await judgeImport(db, name, bytes, { choice: wishes.text })
    say(`【${kindNames[verdict.kind]}】${verdict.message}`)
    for (const warning of verdict.warnings) console.log(`  · ${warning}`)
    if (wishes['dry-run'] && verdict.kind !== 'refused' && isPlainText(name, bytes))
      await printChapters(name, bytes, wishes.text)
    if (verdict.kind === 'refused' || verdict.kind === 'same') return verdict.kind !== 'refused'
    const replaces = wishes.book === undefined || wishes.book === verdict.bookId ? verdict.replaces : null
    if (replaces !== null) {
      const file = { name, bytes, choice: wishes.text }
      const changes = await compareWithStored({ db, bookFiles }, replaces.fileId, file)
      for (const line of describeChanges(changes)) console.log(`  ${line}`)
      if (!wishes['dry-run']) requireDecision(changes, wishes)
    }
    if (wishes['dry-run']) return true
    const bookId = wishes.book ?? verdict.bookId
    if (bookId === null && !wishes.new)
      throw new Failure('invalid', '没有导入：加上 --new 才会新建，或用 --book 指明是哪本书')
    const rights = wishes.rights ?? verdict.rights
    if (rights === '') throw new Failure('invalid', '请用 --rights 写明为什么可以自由阅读')
    const imported = await storeImport(db, bookFiles, {
      bookId,
      replaces: wishes.beside ? null : replaces,
      replaceWithShorter: wishes['replace-with-shorter'],
      rights,
      source: wishes.source,
      editorId: null,
      text: wishes.text,
      original: { name, bytes },
    })
    say(`已导入（/book/${imported.bookId}）`)
    return true
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT') say('没有这个文件')
    else if (error instanceof Failure) say(error.message)
    else throw error
    return false
  }
}

/**
 * Throws `conflict` unless an option of the command says whether the new text replaces the text in the library or is
 * added beside it.
 */
function requireDecision({ isShorter, isSample }: TextChanges, wishes: Wishes) {
  if (wishes.beside) return
  if (!wishes.replace) throw new Failure('conflict', '没有导入；要替换请加 --replace，要两份都留着请加 --beside')
  if ((isShorter || isSample) && !wishes['replace-with-shorter'])
    throw new Failure(
      'conflict',
      `没有导入；${isShorter ? '它短得多' : '它像是试读本'}，确实要替换，请再加 --replace-with-shorter`,
    )
}

/** Returns the choice for text files that the options express; undefined after a message if an option is unknown. */
function readTextChoice({ encoding = null, chapters = null }: { encoding?: string | null; chapters?: string | null }) {
  const { success, data, error } = TextChoiceInput.safeParse({ encoding, style: chapters })
  if (!success) console.log(`${error.issues.map(({ message }) => message).join('；')}。\n${usage}`)
  return data
}

async function printChapters(name: string, bytes: Buffer, choice: TextChoice) {
  const { encoding, style, chapters } = await previewInChildProcess({ name, bytes, choice, sought: '' })
  console.log(`  编码 ${encoding}，章名：${chapterStyleNames[style]}`)
  for (const { line, title, countCharacters } of chapters)
    console.log(`  ${line === null ? '—' : line + 1}\t${title || '（没有章名）'}\t${countCharacters} 字`)
}

/** Describes for the operator what would change if a file replaced a stored text, in lines. */
function describeChanges({ before, after, counts, changes, marks, positions }: TextChanges): string[] {
  const lines = [
    `字数 ${before.countCharacters} → ${after.countCharacters}`,
    `${counts.same} 节不变，${counts.changed} 节改动，新增 ${counts.added} 节，去掉 ${counts.removed} 节`,
  ]
  if (before.title !== after.title) lines.push(`书名 ${before.title} → ${after.title}`)
  if (before.authors.join() !== after.authors.join())
    lines.push(`作者 ${before.authors.join('、') || '无'} → ${after.authors.join('、') || '无'}`)
  if (before.language !== after.language) lines.push(`语言 ${before.language} → ${after.language}`)
  if (marks.count > 0) lines.push(`读者有 ${marks.count} 处划线、批注和书签，${describeFound(marks)}`)
  if (positions.count > 0) lines.push(`有 ${positions.count} 人读到书中，${describeFound(positions)}`)
  for (const { change, title, before, after } of changes.slice(0, shown))
    lines.push(`· ${changeNames[change]} ${title || '（没有标题）'}（${before ?? 0} → ${after ?? 0} 字）`)
  if (changes.length > shown) lines.push(`· 还有 ${changes.length - shown} 节`)
  return lines
}

function describeFound({ count, countChecked, countFound }: TextChanges['marks']): string {
  const checked = countChecked < count ? `查了其中 ${countChecked} 处，` : ''
  return `${checked}${countFound} 处在新的正文里还是原来的字句`
}

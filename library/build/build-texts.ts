import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { readCatalog } from '#server/catalogue/loading/read-catalog.ts'
import { checkEpub } from '#server/engines/epub/check-epub.ts'
import type { ShippedText } from '#server/reading/library/shipped-texts.ts'
import { writeEpub } from '#server/engines/epub/write-epub.ts'
import { writePlainText } from '#server/engines/epub/convert/write-plain-text.ts'
import { checkMarks, checkMetre, readExceptions } from './check-work.ts'
import { checkForms, compareEditions, type Difference } from './compare-editions.ts'
import { composeEdition, type Edition } from './compose-edition.ts'
import { countText, findOddities } from './count-text.ts'
import { drawEpubCover } from './draw-epub-cover.ts'
import { readEditions } from './read-editions.ts'
import { fetchTexts } from './source-texts.ts'
import { readWorks } from './work-list.ts'
import { writeStatistics } from './write-statistics.ts'

const folder = resolve(import.meta.dirname, '../books')
const { catalog } = await readCatalog(resolve(import.meta.dirname, '../../catalog'))
const books = new Map(catalog.books.map((book) => [book.key, book]))
const shipped: ShippedText[] = []
const problems: string[] = []
const differences: (Difference & { key: string })[] = []
const collations = new Map<string, number>()

// The first command line argument may name a folder with the unpacked source package; without it the package is
// downloaded.
const source = process.argv[2] ?? fetchTexts()
const works = readWorks(source)
const editions = readEditions(source, works)
const compare = compareEditions(works, editions)
const exceptions = readExceptions()
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const work of works) {
  const book = books.get(work.key)
  if (book?.free === undefined) throw new Error(`书目里没有可以自由阅读的 ${work.key}，请先写好它的条目。`)
  const cover = await drawEpubCover(book, catalog)
  const compared = compare(work)
  collations.set(work.key, compared.countFound)
  differences.push(...compared.differences.map((difference) => ({ key: work.key, ...difference })))
  const findings = [...checkMarks(work), ...checkMetre(work), ...checkForms(work, editions), ...compared.findings]
  for (const { rule, wording } of exceptions.without(work.key, findings))
    problems.push(`${work.key}: ${rule} ${wording}`)
  const languages = work.shipsTraditional ? (['zh-Hans', 'zh-Hant'] as const) : (['zh-Hans'] as const)
  for (const language of languages) shipped.push(await make({ work, language, rights: book.free, cover }))
}
writeFileSync(resolve(folder, '../texts.json'), `${JSON.stringify(shipped, null, 2)}\n`)
const collation = join(tmpdir(), 'zhitu-collation.tsv')
writeFileSync(
  collation,
  differences
    .map(({ key, title, ours, edition, theirs }) => `${[key, title, ours, edition, theirs].join('\t')}\n`)
    .join(''),
)
for (const row of exceptions.unused()) problems.push(`exceptions.tsv: ${row}`)
writeStatistics(resolve(folder, '../README.md'), shipped, collations)
for (const problem of problems) console.error(problem)
const bytes = shipped.reduce((sum, { size }) => sum + size, 0)
console.log(`${shipped.length} 个文件，${(bytes / 1e6).toFixed(1)} MB；${problems.length} 处问题。`)
console.log(`与别的总集对校，${differences.length} 处异文，列在 ${collation}。`)
process.exitCode = problems.length > 0 ? 1 : 0

/** Writes one edition (a text in simplified or traditional characters) as an EPUB file and checks the file. */
async function make(edition: Edition): Promise<ShippedText> {
  const { work, language, rights } = edition
  const composed = composeEdition(edition)
  const epub = writeEpub(composed)
  const file = `${work.key}.${language}.epub`
  const text = await writePlainText(epub)
  for (const problem of await checkEpub(epub)) problems.push(`${file}: ${problem}`)
  for (const oddity of findOddities(text.toString())) problems.push(`${file}: ${oddity}`)
  writeFileSync(resolve(folder, file), epub)
  const pieces = work.parts.flatMap((part) => part.pieces)
  return {
    key: work.key,
    file,
    language,
    title: composed.metadata.title,
    rights,
    source: work.origin,
    size: epub.length,
    sha256: hash(epub),
    text: { size: text.length, sha256: hash(text) },
    pieces: pieces.length,
    ...countText(text.toString()),
  }
}

function hash(bytes: Buffer) {
  return createHash('sha256').update(bytes).digest('hex')
}

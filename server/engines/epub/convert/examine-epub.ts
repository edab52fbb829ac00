import { Failure, fail } from '#shared/api/failure.ts'
import type { EpubEdition, EpubMetadata } from '#server/engines/epub/epub-model.ts'
import { isWellFormed } from '#server/engines/epub/find-xml-error.ts'
import { plainTextOf } from '#server/engines/epub/plain-text-of.ts'
import { readMetadata } from '#server/engines/epub/read-metadata.ts'
import { placeOf } from '#server/engines/epub/serve/book-entry.ts'
import { hasNarration, readOutline } from '#server/engines/epub/serve/book-outline.ts'
import { cleanMarkup } from '#server/engines/epub/serve/clean-markup.ts'
import type { IndexedFile } from '#server/engines/epub/serve/book-index.ts'
import { type EpubArchive, unreadable } from '#server/engines/epub/serve/epub-archive.ts'
import { fileKindOf } from '#server/engines/epub/serve/file-kinds.ts'
import { OpenedEpub } from '#server/engines/epub/serve/opened-epub.ts'
import { readPage } from '#server/engines/epub/serve/read-page.ts'
import { childrenOf, findFirst, parseBounded } from '#server/engines/epub/xml-tree.ts'
import { damaged, openZip, type Zip } from '#server/engines/epub/zip-reader.ts'
import { edgeLength } from './find-sample-mark.ts'

interface ExaminedEpub {
  metadata: EpubMetadata
  isbn: string | null
  edition: EpubEdition
  /** Warnings for the editor about damage and about visible things that the reader does not show. */
  warnings: string[]
  countChapters: number
  countCharacters: number
  /** The titles of the chapters. */
  chapters: string[]
  /** The beginning and the end of the plain text. */
  start: string
  end: string
}

const maxFileBytes = 32 * 1024 * 1024
/** The length from which a page is so long that the editor is told. */
const longPageBytes = 1_000_000

/**
 * Examines an EPUB 2 or 3 file with the code that later serves it to users, and changes nothing in it. Throws a
 * `Failure` if the archive is hostile, or if users would see nothing of the book.
 */
export async function examineEpub(bytes: Buffer): Promise<ExaminedEpub> {
  const zip = await openZip(bytes)
  const warnings = new Set<string>()
  const losses = new Set<string>()
  const warn = (problem: string) => void warnings.add(problem)
  if (zip.names[0] !== 'mimetype') warn('mimetype 不在最前')
  if (!zip.isOfKnownVersion) warn('压缩包的版本不合 EPUB 的规定，仍然打开了')
  if (zip.isRecovered) warn('压缩包的目录坏了，已逐个找回文件，后面的内容可能缺了')
  if (zip.hasOtherCompression) warn('有文件的压缩方法不合 EPUB 的规定（只能用 Deflate），解不开，已略去')
  const epub = await OpenedEpub.fromBytes(bytes).catch((error: unknown) => {
    throw error instanceof Failure ? new Failure('invalid', refusalOf(zip, error), null, { cause: error }) : error
  })
  warnAboutPackage(epub, warn)
  refuseLocked(epub, warn)
  const {
    outline: { sections, contents },
    hasContents,
  } = await readOutline(epub).catch((error: unknown) => {
    throw error instanceof Failure
      ? new Failure('invalid', zip.isRecovered ? damaged : '这个 EPUB 里没有一页可读的正文', null, { cause: error })
      : error
  })
  if (!hasContents) warn('没有可用的目录，用各章的标题代替')
  let countCharacters = 0
  let isVisible = false
  let [start, end] = ['', '']
  for (const path of new Set(sections.map((section) => section.path))) {
    const seen = await examineSection(epub, path, { warn, leaveOut: (what) => losses.add(what) })
    countCharacters += seen.countCharacters
    isVisible ||= seen.isVisible
    if (start.length < edgeLength) start += seen.start
    end = (end + seen.end).slice(-edgeLength)
  }
  if (!isVisible) fail('invalid', '这个文件里没有文字，也没有可以显示的图，打不开')
  await checkOtherFiles(epub, warn)
  if (losses.size > 0) warn(`书里有这些不能显示：${[...losses].join('、')}`)
  const chapters = contents.map(({ label }) => label)
  const counts = { countChapters: sections.length, countCharacters }
  const { metadata, isbn, edition } = readMetadata(epub.index.root)
  const { language } = epub.index
  return {
    metadata: { ...metadata, language },
    isbn,
    edition,
    ...counts,
    warnings: [...warnings],
    chapters,
    start,
    end,
  }
}

/** Returns the words in which an editor is told why a book without a readable package is refused. */
function refusalOf({ isRecovered, hasOtherCompression }: Zip, { message }: Failure): string {
  if (hasOtherCompression) return '这个文件的压缩方法不合 EPUB 的规定（只能用 Deflate），解不开，请重新打包'
  if (isRecovered) return damaged
  return message === unreadable ? '这个文件不是完好的 EPUB：内容清单（OPF）解不开' : message
}

function warnAboutPackage({ archive, index }: OpenedEpub, warn: (problem: string) => void) {
  if (archive.find('META-INF/container.xml') === undefined) warn('容器文件（META-INF/container.xml）缺失')
  if (index.countMissing > 0) warn('清单里有文件不在包中，已略去')
  if (hasNarration(index)) warn('有与文字同步的朗读录音，这里不能播放，读者只能用设备的语音听')
  if (index.isRenamed) warn('有文件名的大小写或写法与清单不一致，已照着找到')
  const spine = findFirst(index.root, 'spine')
  const named = spine === undefined ? [] : childrenOf(spine, 'itemref')
  if (named.length === 0) warn('没有阅读次序，按清单的次序排列')
  else if (named.some(({ attribs }) => !index.files.has(attribs['idref'] ?? '')))
    warn('阅读次序里有不存在的章节，已略去')
}

/**
 * Refuses books most of whose pages are encrypted. Other encrypted files are no reason to refuse; the book is shown
 * without them.
 */
function refuseLocked({ index }: OpenedEpub, warn: (problem: string) => void) {
  const isPage = ({ type = '', properties }: IndexedFile) =>
    /^(markup|drawing)$/.test(fileKindOf(type)) && !properties.includes('nav')
  const pages = [...index.byPath.values()].filter(isPage)
  const countLocked = pages.filter(({ path }) => index.locked.has(path)).length
  if (countLocked > pages.length - countLocked) fail('invalid', '这本书有数字版权锁（DRM），打不开')
  if (countLocked > 0) warn('有加了密的页面，读者会看到说明')
  if (index.locked.size > countLocked) warn('有加了密的图片、字体或样式，已略去')
}

interface Listener {
  warn(problem: string): void
  leaveOut(what: string): void
}

/** Returns whether a section shows anything, the number of its letters and digits, its beginning and its end. */
async function examineSection(epub: OpenedEpub, path: string, { warn, leaveOut }: Listener) {
  const nothing = { isVisible: false, countCharacters: 0, start: '', end: '' }
  const unsupported = epub.findUnsupported(path)
  if (unsupported !== undefined) {
    if (!epub.index.locked.has(unsupported.path)) warn('有的页面是这里打不开的格式，读者会看到说明')
    return nothing
  }
  const pictured = epub.findPictured(path)
  const file = pictured ?? epub.find(path)
  if (file !== undefined && fileKindOf(file.type) === 'picture' && (await readPart(epub.archive, file.path)))
    return { ...nothing, isVisible: true }
  const page = file && (await orMissing(readPage(epub.archive, file.path, warn)))
  if (file === undefined || page === undefined || (!page.isWhole && fileKindOf(file.type) !== 'markup')) {
    warn('正文有损坏：有打不开的页面，已略去')
    return nothing
  }
  if (epub.archive.sizeOf(file.path) > longPageBytes) warn('有页面超过 1 MB，读者第一次打开要多等一会儿，最好拆成几章')
  if (!page.isWhole) warn('正文有损坏：有页面从中间断了，只显示前面读得出的部分')
  else if (!page.isIntact) warn('正文有损坏：有的页面校验和不对，文字可能有错')
  const source = page.text
  if (!isWellFormed(source)) warn('有写得不规范的页面，照浏览器的读法显示')
  // The reader cleans documents without a limit on their elements, so the limit is enforced here.
  parseBounded(source, { recognizeSelfClosing: true })
  const { text, isVisible } = cleanMarkup(source, placeOf(epub, file.path, '/', leaveOut))
  const plain = plainTextOf(text)
  const countCharacters = plain.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  return { isVisible, countCharacters, start: plain.slice(0, edgeLength), end: plain.slice(-edgeLength) }
}

/**
 * Warns about pictures, fonts and other files that are damaged; users see the book without those that do not unpack.
 */
async function checkOtherFiles({ archive, index }: OpenedEpub, warn: (problem: string) => void) {
  for (const { path, type } of index.byPath.values()) {
    if (type === undefined || fileKindOf(type) === 'markup') continue
    const bytes = await readPart(archive, path)
    if (bytes === undefined) warn('有损坏的图片、字体或样式，已略去')
    else if (!archive.isIntact(path, bytes)) warn('有图片、字体或样式的校验和不对，照原样显示')
  }
}

function readPart(archive: EpubArchive, path: string): Promise<Buffer | undefined> {
  return orMissing(archive.read(path, maxFileBytes))
}

/** Treats a damaged file as missing. */
function orMissing<T>(reading: Promise<T | undefined>): Promise<T | undefined> {
  return reading.catch((error: unknown) => {
    if (error instanceof Failure) return undefined
    throw error
  })
}

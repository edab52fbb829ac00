import { createHash } from 'node:crypto'
import type { TextChange, TextSide } from '#shared/api/book/text-changes.ts'
import type { TextChoice } from '#shared/text-choice.ts'
import { Failure } from '#shared/api/failure.ts'
import { plainTextOf } from '#server/engines/epub/plain-text-of.ts'
import { cleanPage, placeOf } from '#server/engines/epub/serve/book-entry.ts'
import { readOutline } from '#server/engines/epub/serve/book-outline.ts'
import { fileKindOf } from '#server/engines/epub/serve/file-kinds.ts'
import { readMetadata } from '#server/engines/epub/read-metadata.ts'
import { OpenedEpub } from '#server/engines/epub/serve/opened-epub.ts'
import { readPage } from '#server/engines/epub/serve/read-page.ts'
import { readXml } from '#server/engines/epub/xml-tree.ts'
import { writeEpub } from '#server/engines/epub/write-epub.ts'
import { type ComparedSection, compareSections } from './compare-sections.ts'
import { LocatedText, type Place, readPlace } from './find-locator.ts'
import { readImport } from './read-import.ts'

export interface CompareTask {
  name: string
  /** The file that an editor has uploaded. */
  bytes: Buffer
  choice: TextChoice
  /** The EPUB that the file would replace, and what the library states about it. */
  former: Pick<TextSide, 'title' | 'language' | 'countCharacters'> & { bytes: Buffer }
  /** Locators of users in the former EPUB. */
  locators: string[]
}

export interface TextComparison {
  before: TextSide
  after: TextSide
  counts: Record<'same' | TextChange['change'], number>
  changes: TextChange[]
  isSample: boolean
  /** For each locator, whether it leads to the same words in the new text. */
  isFound: boolean[]
}

/** At most this many changed sections are listed; the counts include all of them. */
const maxChanges = 200

/** Compares an uploaded file with the text that it would replace. Throws a `Failure` if the file is unusable. */
export async function compareTexts(task: CompareTask): Promise<TextComparison> {
  const { name, bytes, choice, former, locators } = task
  const read = await readImport(name, bytes, choice)
  const { sections: after, text } = await readSections(
    read.book === null ? bytes : writeEpub({ ...read.book, metadata: read.metadata }),
  )
  const { bytes: formerBytes, ...facts } = former
  const { sections: before, authors, text: formerText } = await readFormer(formerBytes)
  const changes = compareSections(before, after)
  const counts = { same: 0, added: 0, removed: 0, changed: 0 }
  for (const { change } of changes) counts[change] += 1
  return {
    before: { ...facts, authors, countSections: before.length },
    after: sideOf(read, after),
    counts,
    changes: changes
      .flatMap(({ change, ...section }) => (change === 'same' ? [] : [{ change, ...section }]))
      .slice(0, maxChanges),
    isSample: read.sampleMark !== null,
    isFound: await findPlaces(locators.map(readPlace), formerText, text),
  }
}

function sideOf(
  { metadata: { title, creators, language }, countCharacters }: Awaited<ReturnType<typeof readImport>>,
  sections: ComparedSection[],
): TextSide {
  return { title, authors: creators, language, countCharacters, countSections: sections.length }
}

/**
 * Reads the stored text. A text that is too damaged to be read counts as one without sections, so that it can be
 * replaced.
 */
async function readFormer(bytes: Buffer): Promise<Awaited<ReturnType<typeof readSections>>> {
  return readSections(bytes).catch((error: unknown) => {
    if (error instanceof Failure) return { sections: [], authors: [], text: async () => '' }
    throw error
  })
}

type ReadText = (section: number) => Promise<string>

/** Returns the sections of an EPUB, and a function that returns a document as the reader app receives it. */
async function readSections(
  bytes: Buffer,
): Promise<{ sections: ComparedSection[]; authors: string[]; text: ReadText }> {
  const epub = await OpenedEpub.fromBytes(bytes)
  const { outline } = await readOutline(epub)
  const text: ReadText = async (section) => {
    const path = outline.sections[section]?.path
    const file = path === undefined ? undefined : epub.find(path)
    if (file === undefined || fileKindOf(file.type) !== 'markup') return ''
    const page = await readPage(epub.archive, file.path).catch((error: unknown) => {
      if (error instanceof Failure) return undefined
      throw error
    })
    return page === undefined ? '' : cleanPage(page, placeOf(epub, file.path, '/')).text
  }
  const labels = new Map(outline.contents.toReversed().map(({ section, label }) => [section, label]))
  const sections: ComparedSection[] = []
  const hashes: string[] = []
  for (const at of outline.sections.keys()) {
    const plain = plainTextOf(await text(at))
    const label = labels.get(at)
    const last = sections.at(-1)
    const countCharacters = plain.match(/[\p{L}\p{N}]/gu)?.length ?? 0
    // A document without an entry in the table of contents continues the section before it.
    if (label === undefined && last !== undefined) {
      hashes[sections.length - 1] += hashOf(plain)
      last.countCharacters += countCharacters
    } else {
      sections.push({ title: label ?? '', hash: '', countCharacters })
      hashes.push(hashOf(plain))
    }
  }
  const { creators: authors } = readMetadata(epub.index.root).metadata
  return { sections: sections.map((section, at) => ({ ...section, hash: hashes[at] ?? '' })), authors, text }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}

/** Returns, for each position or range in the former text, whether the new text has the same words there. */
async function findPlaces(places: (Place | null)[], former: ReadText, next: ReadText): Promise<boolean[]> {
  const isFound = places.map(() => false)
  for (const [section, some] of Map.groupBy([...places.entries()], ([, place]) => place?.section)) {
    if (section === undefined) continue
    const [before, after] = [locatedText(await former(section)), locatedText(await next(section))]
    for (const [at, place] of some) {
      const words = place && before.wordsAt(place)
      isFound[at] = typeof words === 'string' && words === after.wordsAt(place ?? { start: [], end: null })
    }
  }
  return isFound
}

function locatedText(xhtml: string): LocatedText {
  return new LocatedText(readXml(xhtml))
}

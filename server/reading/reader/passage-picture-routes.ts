import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '#shared/api/failure.ts'
import type { Site } from '#shared/api/site.ts'
import { isId } from '#shared/id.ts'
import { passageLimit } from '#shared/passage-limit.ts'
import { findBook } from '#server/catalogue/book/book-queries.ts'
import { drawPassagePicture, listUndrawable } from '#server/engines/cover/draw-passage-picture.ts'
import { limitDrawing, sharePictureLimit } from '#server/http/server/picture-drawing.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { callerAddress } from '#server/http/server/caller-address.ts'
import { png } from '#server/http/server/file-answers.ts'
import type { PublicAnswers } from '#server/http/server/public-answers.ts'
import type { WorkCaller } from '#server/engines/concurrency-limit.ts'
import type { BookReader, StoredEpub } from './book-reader.ts'
import { findReadableFile } from './readable-file-queries.ts'

interface PictureParts {
  db: Db
  site: Site
  answers: PublicAnswers
  books: BookReader
}

interface Passage {
  file: StoredEpub
  /** Index of the section in the outline of the book, and of the chapter in its contents; -1 for no chapter. */
  section: number
  chapter: number
  text: string
  caller: WorkCaller
}

const path = '/share/passage/:id.png'

/**
 * Mounts the pictures of passages that users share, `/share/passage/{id}.png?file=&section=&chapter=&text=`. They are
 * drawn for each request and not stored, because there is no end of passages.
 */
export function mountPassagePictures(app: FastifyInstance, { db, site, answers, books }: PictureParts) {
  app.get(path, sharePictureLimit, async (request, reply) => {
    const { id, fileId, section, chapter, lines } = readRequest(request)
    const make = async () => {
      const [book, file] = await Promise.all([findBook(db, id), findReadableFile(db, id, fileId)])
      if (book === undefined || file === undefined) return fail('missing', '没有这个文件，它可能已被换成新的一版')
      const caller = { name: callerAddress(request.ip) }
      const source = await findPassage(books, { file, section, chapter, text: lines.join(''), caller })
      const undrawable = await listUndrawable(lines)
      if (undrawable.length > 0) fail('invalid', `图片用的字体里没有这些字：${undrawable.slice(0, 12).join('、')}`)
      return png(await drawPassagePicture({ book, lines, ...source, site }))
    }
    await answers.send(request.url, request, reply, limitDrawing(path, request, make), { isStored: false })
  })
}

/** Reads and checks the query of a passage. Throws a `Failure` if it is incomplete or the passage too long. */
function readRequest({ params, query }: FastifyRequest) {
  const { id = '' } = params as { id?: string }
  const fields = query as Record<string, string | string[] | undefined>
  const single = (name: string) => {
    const value = fields[name]
    return typeof value === 'string' ? value : ''
  }
  const whole = (name: string) => (/^\d{1,6}$/.test(single(name)) ? Number(single(name)) : -1)
  const fileId = single('file')
  if (!isId(id) || !isId(fileId)) fail('missing', '没有这个文件，它可能已被换成新的一版')
  if (single('text').length > 4 * passageLimit.characters) fail('invalid', tooLong)
  const lines = single('text')
    .split('\n')
    .map((line) => line.normalize('NFC').trim())
    .filter((line) => line !== '')
  const length = [...lines.join('')].length
  if (length === 0) fail('invalid', '请先选中一段文字')
  if (length > passageLimit.characters || lines.length > passageLimit.lines) fail('invalid', tooLong)
  return { id, fileId, section: whole('section'), chapter: whole('chapter'), lines }
}

const tooLong = `一张图片最多 ${passageLimit.characters} 字、${passageLimit.lines} 行，请少选一些`

/**
 * Returns the title of a passage's chapter, and the author whom the text names there, such as the poet of a poem in an
 * anthology; empty if there is none. Throws a `Failure` unless the section of the book contains the text, in either
 * Chinese script, so that nobody can put other words into the mouth of a book.
 */
async function findPassage(books: BookReader, { file, section, chapter, text, caller }: Passage) {
  const { sections, contents } = await books.outlineOf(file)
  const { path } = sections[section] ?? fail('missing', '书里没有这一章')
  const { label = '', fragment = '', section: begins = -1 } = contents[chapter] ?? {}
  const passage = { path, fragment: begins === section ? fragment : '', text }
  const found = await books.findPassage(file, passage, caller)
  if (found === null) return fail('invalid', '这一章的原文里没有这段文字；如果转换过简繁，请换回原文再试')
  return { chapter: label, by: found.by }
}

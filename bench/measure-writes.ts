import { setTimeout as sleep } from 'node:timers/promises'
import type { Api } from '#shared/contract/client.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { AppQuestion } from './app-process.ts'
import { atMost, type Row, type Table } from './budget-table.ts'
import { logInNewUser } from './call-site.ts'
import { startChild } from './child-process.ts'
import { addLargeTags, booksOfLargeTag, type LargeTags } from './large-tags.ts'
import { type MarkedSite, requireMarkedSites } from './marked-sites.ts'
import { median } from './median.ts'
import { startSettings } from './start-settings.ts'

const countWriters = 250
/** Comments that one writer posts; a user may post five a minute. */
const commentsOfEach = 4
const countComments = 100
const pauseMs = 100
const countEdits = 11

/**
 * Measures writes on the database with a million marks: one book is edited; a tag of 200,000 books is renamed, merged
 * and unmerged, and a place of 100,000 books is moved. Of each large change, the first seconds are measured: the answer
 * to the editor, the comments that users post meanwhile, and the books a second that the job updates.
 */
export async function measureWrites(): Promise<Table> {
  const { large: site } = await requireMarkedSites()
  return measureWritesOn(site, await addLargeTags(site.db))
}

/** Measures the writes on a database to which `addLargeTags` has added its tags. */
async function measureWritesOn(
  { connection, db, bookIds, busyPlaceId }: Omit<MarkedSite, 'url' | 'busyPersonId'>,
  { tags: [first, second], auditId }: LargeTags,
): Promise<Table> {
  const child = startChild('app-process.ts', startSettings)
  const url = await child.ask<string>({
    do: 'listen',
    isCached: true,
    connection,
    runsJobs: true,
  } satisfies AppQuestion)
  const editor = await logInNewUser(db, url, ['admin'])
  const comment = await prepareComments(db, url, bookIds)
  const rows: Row[] = [{ name: 'edit of one book', value: await timeEdit(editor, bookIds), unit: 'ms' }]
  const [firstId, secondId] = [first?.id ?? '', second?.id ?? '']
  const changes: Record<string, () => Promise<unknown>> = {
    'rename of a tag': async () => {
      const { kind, position, version } = await findTag(editor, firstId)
      await editor.tag.update({ id: firstId, version, name: '改过的标签', kind, position })
    },
    'unmerge of two tags': () => editor.audit.undo({ id: auditId }),
    'merge of two tags': () => editor.tag.merge({ loserId: firstId, winnerId: secondId }),
    'move of a place': () => movePlace(editor, busyPlaceId),
  }
  for (const [name, start] of Object.entries(changes)) rows.push(...(await measureChange(db, { name, start, comment })))
  await child.stop()
  return {
    title: `writes with a million marks: tags of ${booksOfLargeTag.toLocaleString('en')} books, a place of 100,000`,
    rows,
    notes: [`${countComments} comments before and during the first seconds of each job, one every ${pauseMs} ms`],
  }
}

interface Measured {
  name: string
  start(): Promise<unknown>
  comment(): Promise<number>
}

async function measureChange(db: Db, { name, start, comment }: Measured): Promise<Row[]> {
  const normal = await repeat(comment)
  const began = performance.now()
  await start()
  const answered = performance.now() - began
  const during = await repeat(comment)
  const seconds = (performance.now() - began) / 1000
  const { done = 0, total = 0 } = await stopChange(db)
  return [
    { name: `${name}: answer to the editor`, value: answered / 1000, unit: 's' },
    {
      name: '— p95 of comments meanwhile, against before',
      value: p95(during) / p95(normal),
      unit: '×',
      limit: atMost(2),
    },
    { name: '— p95 / median of comments before', value: p95(normal), unit: `ms / ${median(normal).toFixed(1)} ms` },
    { name: '— p95 / median of comments meanwhile', value: p95(during), unit: `ms / ${median(during).toFixed(1)} ms` },
    { name: '— books that the job updates', value: done / seconds, unit: '/s' },
    { name: '— whole job, at that rate', value: (total / done) * (seconds / 60), unit: 'min' },
  ]
}

/**
 * Marks the unfinished large change as ended and returns its progress, because only its first seconds are measured. The
 * background job then stops by itself.
 */
function stopChange(db: Db) {
  return db
    .updateTable('largeChange')
    .set({ endedAt: new Date() })
    .where('endedAt', 'is', null)
    .returning(['done', 'total'])
    .executeTakeFirstOrThrow()
}

async function repeat(comment: () => Promise<number>): Promise<number[]> {
  const times: number[] = []
  for (let count = 0; count < countComments; count++) {
    await sleep(pauseMs)
    times.push(await comment())
  }
  return times
}

/** Returns a function that posts a comment on one of the books and returns how long that took, in ms. */
async function prepareComments(db: Db, url: string, bookIds: string[]) {
  const writers: Api[] = []
  for (let count = 0; count < countWriters; count++) writers.push(await logInNewUser(db, url))
  let posted = 0
  return async () => {
    const writer = writers[Math.floor(posted / commentsOfEach)]
    const itemId = bookIds[posted % bookIds.length] ?? ''
    const content = `这本书值得一读，第 ${posted++} 遍还有新的发现。`
    const began = performance.now()
    await writer?.comment.create({ itemType: 'book', itemId, content })
    return performance.now() - began
  }
}

async function timeEdit(editor: Api, bookIds: string[]): Promise<number> {
  const times: number[] = []
  for (const id of bookIds.slice(0, countEdits)) {
    const { version, book } = await editor.book.inspect({ id })
    const began = performance.now()
    await editor.book.update({ id, version, book: { ...book, title: `${book.title}改` } })
    times.push(performance.now() - began)
  }
  return median(times)
}

async function findTag(editor: Api, id: string) {
  const tag = (await editor.tag.adminList()).list.find((one) => one.id === id)
  if (tag === undefined) throw new Error(`no tag ${id}`)
  return tag
}

async function movePlace(editor: Api, id: string) {
  const [place] = (await editor.place.adminList({ query: id })).list
  if (place === undefined) throw new Error(`no place ${id}`)
  const { version, name, lng, lat } = place
  await editor.place.update({
    id,
    version,
    name,
    lng: lng - 1,
    lat: lat + 1,
    region: { country: 'CN', province: '北京' },
  })
}

function p95(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN
}

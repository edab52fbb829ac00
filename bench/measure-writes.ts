import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Role } from '#shared/api/account/user.ts'
import { type Api, createClient, toRequest } from '#shared/contract/client.ts'
import { createSession } from '#server/account/session/write-sessions.ts'
import { createUser } from '#server/account/user/create-user.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { AppQuestion } from './app-process.ts'
import { startChild, startSettings } from './bench-process.ts'
import { growthRow, median, quantile, type Row, row, type Table } from './budget-table.ts'
import { freshAddress, send } from './http-client.ts'
import { booksOfLargeTag, firstLargePosition, requireMarkedSites } from './marked-sites.ts'

const countWriters = 160
/** Comments that one writer posts; a user may post five a minute. */
const commentsOfEach = 4
const countComments = 100
const pauseMs = 50

/**
 * Measures writes on the database with a million marks: a tag of 200,000 books is renamed, merged and unmerged, and a
 * place of 100,000 books is moved. Of each large change, the first seconds are measured: the answer to the editor, the
 * comments that users post meanwhile, and the books a second that the job updates.
 */
export async function measureWrites(): Promise<Table> {
  const { large } = await requireMarkedSites()
  const { connection, db, bookIds, busyPlaceId, largeTagIds } = large
  const [firstId = '', secondId = ''] = largeTagIds
  const auditId = await addMerge(db, secondId)
  const child = startChild('app-process.ts', startSettings)
  const question = { do: 'listen', isCached: true, connection, runsJobs: true } satisfies AppQuestion
  const url = await child.ask<string>(question)
  const editor = await logInNewUser(db, url, ['admin'])
  const comment = await prepareComments(db, url, bookIds)
  const rows: Row[] = []
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

type Change = { name: string; start(): Promise<unknown>; comment(): Promise<number> }

async function measureChange(db: Db, { name, start, comment }: Change): Promise<Row[]> {
  const normal = await repeat(comment)
  const began = performance.now()
  await start()
  const answered = performance.now() - began
  const during = await repeat(comment)
  const seconds = (performance.now() - began) / 1000
  const { done } = await stopChange(db)
  const [before, after] = [quantile(normal, 0.95), quantile(during, 0.95)]
  const name95 = `${name}: p95 of comments (median ${median(normal).toFixed(1)} and ${median(during).toFixed(1)} ms)`
  return [
    growthRow(name95, { before, after }, { times: 2, more: 20 }),
    row('— answer to the editor', answered / 1000, 's'),
    row('— books that the job updates', done / seconds, '/s'),
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
    .returning(['done'])
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

async function findTag(editor: Api, id: string) {
  const tag = (await editor.tag.adminList()).list.find((one) => one.id === id)
  if (tag === undefined) throw new Error(`no tag ${id}`)
  return tag
}

async function movePlace(editor: Api, id: string) {
  const [place] = (await editor.place.adminList({ query: id })).list
  if (place === undefined) throw new Error(`no place ${id}`)
  const { version, name, lng, lat } = place
  const region = { country: 'CN', province: '北京' }
  await editor.place.update({ id, version, name, lng: lng - 1, lat: lat + 1, region })
}

/** Creates a user who is logged in, and returns an API client of theirs. Each call comes from another IP address. */
async function logInNewUser(db: Db, url: string, roles: Role[] = []): Promise<Api> {
  const userId = (await createUser(db, { account: null, roles })) ?? ''
  const token = await createSession(db, { userId, userAgent: 'bench', network: '127.0.0.0' })
  return createClient(async (call) => {
    const { method, url: path, body } = await toRequest(call)
    const text = typeof body === 'string' ? body : undefined
    const headers = { authorization: `Bearer ${token}`, ...(text && { 'content-type': 'application/json' }) }
    const answer = await send(url + path, { method, headers, localAddress: freshAddress(), body: text })
    return JSON.parse(String(answer.body))
  })
}

/**
 * Records a merge of a third tag into the given one, in which all of its books were moved, and returns the id of its
 * audit entry. The merge never happened: its rows are written by SQL, because the site would take many minutes.
 */
async function addMerge(db: Db, winnerId: string): Promise<string> {
  const [id, loserId] = [newId(), newId()]
  const loser = { id: loserId, name: '大标签2', kind: 'subject', position: firstLargePosition + 2, count: 0 }
  const detail = JSON.stringify({ loserId, loser: loser.name, winner: '大标签1' })
  await db
    .insertInto('audit')
    .values({ id, actorId: null, action: 'tag.merge', targetType: 'tag', targetId: winnerId, detail })
    .execute()
  await sql`insert into merge (id, noun, loser_id, winner_id, loser_row)
    values (${id}, 'tag', ${loserId}, ${winnerId}, ${JSON.stringify(loser)})`.execute(db)
  await sql`insert into merge_row (merge_id, table_name, loser_row, result_row)
    select ${id}, 'book_tag', to_jsonb(moved) || jsonb_build_object('tag_id', ${loserId}::text), to_jsonb(moved)
    from book_tag moved where tag_id = ${winnerId}`.execute(db)
  await sql`vacuum analyze merge_row`.execute(db)
  return id
}

import { randomBytes } from 'node:crypto'
import type { Role } from '#shared/api/account/user.ts'
import { type Api, createClient } from '#shared/contract/client.ts'
import { setPassword } from '#server/account/session/set-password.ts'
import { createUser } from '#server/account/user/create-user.ts'
import { markSampleData } from '#server/platform/setting/sample-data-mark.ts'
import { hashPassword } from '#server/account/user/password.ts'
import { findLogin } from '#server/account/user/user-queries.ts'
import type { Services } from '#server/start/create-services.ts'
import { callHandlers } from '#server/start/call-handlers.ts'
import { callDirectly } from '#server/http/call/in-process.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { loadSharp } from '#server/engines/picture/load-sharp.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { uploadPrefix } from '#server/account/upload/accept-picture.ts'

/** The password of every sample account in a development database. */
export const samplePassword = 'zhitu-development'

export const sampleAccounts = {
  editor: { account: 'editor@zhitu.local', name: '编辑小陆', roles: ['editor'] },
  lin: { account: 'lin@zhitu.local', name: '林间', roles: [] },
  zhou: { account: 'zhou@zhitu.local', name: '周末读书', roles: [] },
} satisfies Record<string, { account: string; name: string; roles: Role[] }>

/** Returns the lines printed after the start that tell a developer how to log in. */
export function describeSampleAccounts(adminEmail: string): string {
  const { editor, lin, zhou } = sampleAccounts
  return [
    `已建好开发用的示例数据，只有开发环境会有。账号如下，密码都是 ${samplePassword}`,
    `  管理员　${adminEmail}`,
    `  编　辑　${editor.account}`,
    `  用　户　${lin.account}、${zhou.account}`,
    '  书页上有他们的评论、评分和喜欢，书架上有书；编辑台里有一条带封面的推荐等待审核。',
  ].join('\n')
}

/**
 * Adds what a developer needs to see every page alive: an editor and two users, comments, ratings, likes, a shelf and a
 * pending recommendation with a cover; gives the admin the sample password. The books come from the catalogue; without
 * a catalogue only accounts and the recommendation are added. Must run once, on a site without these accounts, and
 * never on a public one.
 */
export async function addSampleData(services: Services, adminEmail: string): Promise<void> {
  const visitor = services.visitorContext(() => undefined)
  const { db, storage } = visitor
  // The database is marked as containing sample data before any sample account is added, so that the mark is there even
  // if the process is interrupted.
  await markSampleData(db)
  const passwordHash = await hashPassword(samplePassword)
  const admin = await findLogin(db, adminEmail)
  if (admin) await inTransaction(db, (db) => setPassword(db, admin.id, passwordHash, null))
  await addUser(services, db, { ...sampleAccounts.editor, passwordHash })
  const lin = await addUser(services, db, { ...sampleAccounts.lin, passwordHash })
  const zhou = await addUser(services, db, { ...sampleAccounts.zhou, passwordHash })
  const { list: books } = await lin.api.book.list({ sort: 'hot', limit: 3 })
  for (const { id: itemId } of books) {
    await lin.api.reaction.rate({ itemType: 'book', itemId, score: 9 })
    await zhou.api.reaction.like({ itemType: 'book', itemId, on: true })
  }
  await addTalk(lin.api, zhou.api, books)
  await fillShelf(zhou.api, books)
  await addRecommendation(storage, zhou)
}

interface SampleUser {
  id: string
  api: Api
}

/**
 * Creates a sample user. Returns the id of the user and an API client that acts as this user, with all checks of the
 * API.
 */
async function addUser(
  { visitorContext }: Services,
  db: Db,
  user: { account: string; name: string; roles: Role[]; passwordHash: string },
): Promise<SampleUser> {
  const id = await createUser(db, user)
  if (id === undefined) throw new Error(`已有账号 ${user.account}，没有再建示例数据。`)
  const signedIn = { id, roles: user.roles, sessionId: id, isFresh: true, suspended: null }
  const context = { ...visitorContext(() => undefined), user: signedIn }
  return { id, api: createClient(callDirectly(callHandlers, context)) }
}

type Books = { id: string }[]

async function addTalk(lin: Api, zhou: Api, [first, second]: Books) {
  if (first === undefined) return
  const item = { itemType: 'book', itemId: first.id } as const
  const begun = await lin.comment.create({ ...item, content: '读到写海的那一段，放下书看了很久窗外。' })
  await zhou.comment.create({ ...item, content: '我也是。||结尾他还是回去了。||', parentId: begun.id })
  await zhou.reaction.like({ itemType: 'comment', itemId: begun.id, on: true })
  if (second === undefined) return
  await zhou.comment.create({ itemType: 'book', itemId: second.id, content: '地图上顺着它走了一遍，才发现有这么远。' })
}

async function fillShelf(api: Api, books: Books) {
  const states = ['read', 'reading', 'want'] as const
  for (const [at, state] of states.entries()) {
    const bookId = books[at]?.id
    if (bookId !== undefined) await api.shelf.put({ bookId, state, note: state === 'read' ? '值得再读一遍' : '' })
  }
}

/** Recommends a book that is not in the catalogue. Its cover is stored first, like a cover that a user has uploaded. */
async function addRecommendation(storage: Storage, { id, api }: SampleUser) {
  const cover = `${uploadPrefix(id, 'cover')}${randomBytes(8).toString('hex')}`
  await storage.put(cover, await drawPlainCover())
  await api.recommendation.create({
    title: '灯塔看守人的一年',
    authors: ['海望'],
    isbn13: null,
    reason: '一本写给慢日子的书：一座灯塔、一条船、四个季节。读完会想去看一次真正的海。',
    tags: [],
    places: [],
    link: null,
    bookId: null,
    cover,
  })
}

async function drawPlainCover(): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp({ create: { width: 600, height: 900, channels: 3, background: '#1f6f8b' } })
    .png()
    .toBuffer()
}

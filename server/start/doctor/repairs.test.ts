import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { restoringComment } from '#server/http/site/read-only-site.ts'
import { test } from 'node:test'
import { sql } from 'kysely'
import { pictureFile } from '#shared/picture.ts'
import { adoptSite, findCopyReason } from '#server/http/site/own-site.ts'
import { draftEpub, opf } from '../../../test/draft-epubs.ts'
import { recountMarks } from '#server/catalogue/mark-cells/recount-marks.ts'
import { findBookId } from '../../../test/find-book-id.ts'
import { plainPicture } from '../../../test/plain-picture.ts'
import { openImportAdmin } from '../../../test/send-import.ts'
import { sendUpload } from '../../../test/send-upload.ts'
import { startTestSite, type TestSite } from '../../../test/test-site.ts'
import { checkData } from './check-data.ts'
import { checkDatabaseFolder, checkOwners, checkRemains } from './check-folder.ts'
import { type Finding, repairFinding } from './finding.ts'

const day = 24 * 3600 * 1000
const installation = { publicUrl: 'http://books.test', folder: '' }

/**
 * Checks the data of a site, all of it or only some subjects, and, on request, repairs what it finds. Returns one line
 * for each finding that is not of the level `ok`.
 */
async function diagnose({ db, storage }: TestSite, subjects?: string[], isRepaired = false): Promise<string[]> {
  const lines: string[] = []
  for await (const finding of checkData({ db, storage, installation }, subjects)) {
    if (finding.level === 'ok') continue
    lines.push(isRepaired ? (await repairFinding(finding)).line : `${finding.about}：${finding.seen}`)
  }
  return lines
}

const repair = (site: TestSite, subjects?: string[]) => diagnose(site, subjects, true)

/** Sets the age of a stored file, because only old files are removed. */
async function age({ files }: TestSite, key: string, days: number) {
  const time = (Date.now() - days * day) / 1000
  await utimes(join(files, key), time, time)
}

async function isThere({ storage }: TestSite, key: string): Promise<boolean> {
  const found = await storage.get(key)
  found?.body.destroy()
  return found !== undefined
}

test('wrong counts are counted again while the site runs, and the pages show them', async (t) => {
  const site = await startTestSite(t)
  const about = ['计数', '标签的书数']
  const { db, visitor, newUser } = site
  const id = await findBookId(db, '边城')
  const item = { itemType: 'book', itemId: id } as const
  const reader = await newUser()
  await reader.api.reaction.like({ ...item, on: true })
  const { id: parentId } = await reader.api.comment.create({ ...item, content: '翠翠在等。' })
  await reader.api.comment.create({ ...item, content: '还在等。', parentId })
  await reader.api.reaction.like({ itemType: 'comment', itemId: parentId, on: true })
  assert.deepEqual(await diagnose(site), [], 'a site that is used as usual has nothing to repair')

  await sql`update book set likes = 40, count_comments = 7 where id = ${id}`.execute(db)
  await sql`update comment set likes = 9, count_replies = 9 where id = ${parentId}`.execute(db)
  await sql`update tag set count = count + 5 where name = '湘西'`.execute(db)
  assert.deepEqual(await diagnose(site), [
    '计数：1 本书或视频的赞、收藏、评分、评论或回复数不对',
    '标签的书数：1 个标签的书数不对',
  ])
  assert.deepEqual(await repair(site), [
    '修好　计数：1 本书或视频的赞、收藏、评分、评论或回复数不对。重新数过，改正了 2 处',
    '修好　标签的书数：1 个标签的书数不对。重新数过 1 个标签',
  ])
  assert.deepEqual(await repair(site, about), [], 'a second repair has nothing to do')
  const { likes, countComments } = await visitor.book.show({ id })
  assert.deepEqual({ likes, countComments }, { likes: 1, countComments: 2 })
  const [comment] = (await visitor.comment.list(item)).list
  assert.deepEqual([comment?.likes, comment?.countReplies], [1, 1])
})

test('marks on the map and the numbers of places are made anew', async (t) => {
  const site = await startTestSite(t)
  const about = ['地图']
  const { db, visitor } = site
  // With so few marks no cells are stored by themselves.
  await db.transaction().execute((db) => recountMarks(db, 10))
  const placesBefore = await visitor.place.list({})
  const id = await findBookId(db, '边城')
  await sql`update mark set x = x + 5, tag_ids = '{}' where item_id = ${id}`.execute(db)
  await sql`update mark_cell set count = count + 1 where z = 3`.execute(db)
  await sql`delete from place_tag_count where ctid in (select ctid from place_tag_count limit 10)`.execute(db)
  await sql`update place_count set count_books = count_books + 3 where place_id in (select place_id from book_place where book_id = ${id})`.execute(
    db,
  )
  await sql`delete from place_region`.execute(db)
  const [found, ...others] = await diagnose(site, about)
  assert.match(found ?? '', /^地图：1 本书或视频的标记不对，\d+ 个格子或标签的标记数不对，\d+ 个地点或地区的书数不对$/)
  assert.deepEqual(others, [])
  assert.match((await repair(site, about)).join('\n'), /^修好　地图：.*。重放了 1 本书或视频的标记，重新数过地图$/)
  assert.deepEqual(await repair(site, about), [])
  assert.deepEqual(await visitor.place.list({}), placesBefore)
})

test('missing entries of the search index are written, and those of deleted books and names are removed', async (t) => {
  const site = await startTestSite(t)
  const about = ['搜索的索引']
  const { db, visitor } = site
  const id = await findBookId(db, '边城')
  const find = async (query: string) => (await visitor.search.books({ query })).list.map(({ book }) => book.id)
  assert.equal((await find('边城'))[0], id)
  await sql`delete from search_book where book_id = ${id}`.execute(db)
  await sql`update search_book set book_id = gen_random_uuid() where book_id = ${await findBookId(db, '呼兰河传')}`.execute(
    db,
  )
  await sql`insert into search_video (video_id, folded, pinyin, names, tokens)
    values (gen_random_uuid(), '', '', '[]', '')`.execute(db)
  await sql`delete from search_name where name = '沈从文' and kind = 'person'`.execute(db)
  await sql`update search_name set name = '某个旧名', folded = '某个旧名' where kind = 'tag' and name = '湘西' and variant = ''`.execute(
    db,
  )
  await sql`update search_name set id = gen_random_uuid() where kind = 'place' and variant = '' and name = '凤凰'`.execute(
    db,
  )
  await sql`delete from search_name where kind = 'tour'`.execute(db)
  const [found, ...others] = await diagnose(site, about)
  assert.match(found ?? '', /^搜索的索引：3 本书、1 个视频、\d+ 个名字缺少、过时或多余$/)
  assert.deepEqual(others, [])
  assert.match((await repair(site, about)).join('\n'), /^修好　搜索的索引：.*。改正了这 \d+ 条$/)
  assert.deepEqual(await repair(site, about), [])
  assert.equal((await find('边城'))[0], id)
  const suggested = await visitor.search.suggest({ query: '沈从文' })
  assert.match(JSON.stringify(suggested), /沈从文/)
})

test('a needed file in the trash is restored, and a lost one is reported', async (t) => {
  const site = await startTestSite(t)
  const about = ['缺少的文件']
  const { db, storage, newUser, url } = site
  const editor = await newUser('阿编', ['editor'])
  const id = await findBookId(db, '边城')
  const permit = await editor.api.auth.cosSign({ kind: 'cover' })
  await sendUpload(url, permit, await plainPicture(600, 900, 'jpeg'), { type: 'image/jpeg' })
  const { version, book: draft } = await editor.api.book.inspect({ id })
  await editor.api.book.update({ id, version, book: { ...draft, cover: permit.key } as never })
  const { cover } = await db.selectFrom('book').select('cover').where('id', '=', id).executeTakeFirstOrThrow()
  assert.deepEqual(await diagnose(site, about), [])
  await storage.move(pictureFile(cover ?? '', 240), `trash/20260102/${pictureFile(cover ?? '', 240)}`)
  const [inTrash] = await diagnose(site, about)
  assert.match(
    inTrash ?? '',
    /^缺少的文件：有 1 个文件还有用，却在回收站（trash\/）里：《边城》的封面（cover\/.+-240\.webp）$/,
  )
  assert.match((await repair(site, about)).join('\n'), /。移回了 1 个文件$/)
  assert.deepEqual(await repair(site, about), [])
  assert.equal((await fetch(`${url}/storage/${pictureFile(cover ?? '', 240)}`)).status, 200)

  await storage.delete(pictureFile(cover ?? '', 480))
  const [gone] = await repair(site, about)
  assert.match(gone ?? '', /^问题　缺少的文件：有 1 个文件不在了：《边城》的封面（.+-480\.webp）\n.*从备份里取回/s)
  const after = await db.selectFrom('book').select('cover').where('id', '=', id).executeTakeFirstOrThrow()
  assert.equal(after.cover, cover, 'the book keeps its cover, so that a file from a backup is shown again')
})

test('old files that nothing refers to go to the trash, and a former text that can be put back stays', async (t) => {
  const site = await startTestSite(t, {}, { runsJobs: true })
  const { db, storage, newEditor } = site
  const editor = await newEditor()
  const admin = openImportAdmin(site, editor)
  const store = async (body: string, choice: object) => {
    const sent = await admin.send('a.epub', draftEpub({ body, parts: { 'OEBPS/content.opf': opf({ title: '草城' }) } }))
    const { replaces } = await admin.judge(sent)
    const seen = replaces ? { replaces: { fileId: replaces.fileId, version: replaces.version } } : {}
    return admin.store({ ...sent, bookId: null, rights: '作者卒于 1900 年，已进入公有领域。', ...seen, ...choice })
  }
  const body = '<h1>全文</h1><p>山路上这样想。</p>'
  const { bookId, fileId } = await store(body, {})
  const keyOf = async () =>
    (await db.selectFrom('bookFile').select('storageKey').where('id', '=', fileId).executeTakeFirstOrThrow()).storageKey
  const former = await keyOf()
  await store(body.replace('。', '！'), { bookId })
  const present = await keyOf()
  assert.notEqual(former, present)

  const orphans = { old: `cover/${editor.user.id}/${'0'.repeat(32)}-240.webp`, text: `book/${'ab'.repeat(32)}.epub` }
  const young = `cover/${editor.user.id}/${'1'.repeat(32)}-240.webp`
  for (const key of [...Object.values(orphans), young]) await storage.put(key, Buffer.from('x'))
  for (const prefix of ['book/', 'text/', 'original/', 'cover/'])
    for await (const { key } of storage.list(prefix)) await age(site, key, 40)
  await age(site, young, 20)
  assert.deepEqual(await diagnose(site), [
    '多余的文件：没有用到的文件：上传 0 个、头像 0 个、封面 1 个、正文 1 个，都已过了保留期',
  ])

  // A copy of the site must not touch the store of the real one.
  await findCopyReason({ db, storage, installation })
  await sql`update setting set value = ${'01900000-0000-7000-8000-000000000000'} where name = 'siteId'`.execute(db)
  const about = ['多余的文件', '过期的记录']
  assert.match((await repair(site, about)).join(), /^建议　多余的文件：.*没有修：存储属于另一个站点/s)
  assert.ok(await isThere(site, orphans.old))
  await adoptSite({ db, storage, installation })

  assert.match((await repair(site, about)).join(), /^修好　多余的文件：.*删去了 0 个上传的文件，其余 2 个移进回收站/)
  assert.deepEqual(await repair(site, about), [])
  for (const key of Object.values(orphans)) assert.ok(!(await isThere(site, key)))
  for (const key of [former, present, young]) assert.ok(await isThere(site, key), key)
  await editor.api.library.restoreText({ fileId, version: (await listFile()).version })
  assert.equal(await keyOf(), former, 'the former text is put back')

  // A replaced text that can no longer be restored is deleted like any other file to which no row refers.
  await sql`update replaced_text set replaced_at = now() - interval '40 days'`.execute(db)
  assert.match((await repair(site, about)).join('\n'), /过期的记录：1 行/)
  assert.match((await repair(site, about)).join('\n'), /正文 \d 个，都已过了保留期。/)
  assert.deepEqual(await repair(site), [])
  assert.ok(await isThere(site, former))
  assert.ok(!(await isThere(site, present)))

  async function listFile() {
    const { list } = await editor.api.library.importedFiles()
    return list.find(({ id }) => id === fileId) ?? assert.fail('no such file')
  }
})

test('rows that expired long ago are deleted, and others stay', async (t) => {
  const site = await startTestSite(t)
  const about = ['过期的记录']
  const { db, newUser } = site
  const [kept, gone] = [await newUser(), await newUser()]
  assert.deepEqual(await diagnose(site, about), [])
  await sql`update session set expires_at = now() - interval '3 days' where user_id = ${gone.user.id}`.execute(db)
  await sql`insert into job (id, name, payload, state, end_time)
    values (gen_random_uuid(), 'sweep-views', '{}', 'done', now() - interval '40 days')`.execute(db)
  await sql`update verification_code set created_at = now() - interval '10 days'`.execute(db)
  const [found] = await diagnose(site, about)
  assert.match(found ?? '', /^过期的记录：\d+ 行记录一天前就该由后台任务删去$/)
  assert.match((await repair(site, about)).join(), /^修好　过期的记录：/)
  assert.deepEqual(await repair(site, about), [])
  assert.equal((await kept.api.auth.loginStatus()).id, kept.user.id)
  assert.deepEqual(await db.selectFrom('job').selectAll().execute(), [])
})

test('a failed job and visitors without addresses of their own are reported', async (t) => {
  const site = await startTestSite(t)
  const about = ['后台任务', '读者的 IP']
  const { db, newUser } = site
  for (let count = 0; count < 5; count += 1) await newUser()
  assert.deepEqual(await diagnose(site, about), [])
  await sql`insert into job (id, name, payload, state, end_time)
    values (gen_random_uuid(), 'make-backup', '{}', 'failed', now())`.execute(db)
  await sql`update verification_code set address = '172.17.0.1'`.execute(db)
  assert.deepEqual(await diagnose(site, about), [
    '后台任务：一天之内失败过：make-backup 1 次',
    '读者的 IP：两天里要过验证码的 5 个账号都来自 172.17.0.1：代理没有把读者的地址传过来，大家合用一份限额',
  ])
  await sql`update verification_code set address = '203.0.113.7'`.execute(db)
  assert.deepEqual((await diagnose(site, about)).length, 1, 'a school or an office may share one public address')
})

test('data of an unfinished restore or load is not judged', async (t) => {
  const site = await startTestSite(t)
  await sql`update book set likes = 40`.execute(site.db)
  const comment = sql.lit(restoringComment)
  const states = [
    { begin: sql`comment on table migration is ${comment}`, end: sql`comment on table migration is null` },
    {
      begin: sql`insert into setting values ('catalogUnfinished', '{"personIds":[],"placeIds":[],"bookIds":[]}')`,
      end: sql`delete from setting where name = 'catalogUnfinished'`,
    },
  ]
  for (const { begin, end } of states) {
    await begin.execute(site.db)
    const [found, ...others] = await repair(site)
    assert.match(found ?? '', /^建议　数据：.*数据没有查/)
    assert.deepEqual(others, [])
    await end.execute(site.db)
  }
  assert.equal((await diagnose(site, ['计数'])).length, 1)
})

test('remains of killed backups, permissions and owners in the data folder', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'zhitu-doctor-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const old = new Date(Date.now() - 2 * day)
  for (const name of ['backup-check-Abc123', 'backup-check-young', 'postgres', 'storage', 'backups'])
    await mkdir(join(folder, name))
  await writeFile(join(folder, 'backup-check-Abc123', 'a'), 'x')
  for (const name of ['zhitu-20260101T190000Z.tar.zst.unfinished', 'zhitu-20260101T190000Z.tar.zst'])
    await writeFile(join(folder, 'backups', name), 'x')
  const isLeft = (name: string) => stat(join(folder, name)).then(Boolean, () => false)
  for (const name of [
    'backup-check-Abc123',
    'backups/zhitu-20260101T190000Z.tar.zst.unfinished',
    'backups/zhitu-20260101T190000Z.tar.zst',
  ])
    await utimes(join(folder, name), old, old)
  const check = () => checkRemains({ dataDirectory: folder, backupFolder: join(folder, 'backups') })
  const only = (list: Finding[]) => list[0] ?? assert.fail('no finding')
  assert.match((await repairFinding(only(await check()))).line, /^修好　中断的备份：.*2 处/)
  assert.equal(only(await check()).level, 'ok')
  const left = ['backup-check-Abc123', 'backup-check-young', 'backups/zhitu-20260101T190000Z.tar.zst']
  assert.deepEqual(await Promise.all(left.map(isLeft)), [false, true, true])

  await chmod(join(folder, 'postgres'), 0o755)
  assert.match((await repairFinding(only(await checkDatabaseFolder(folder)))).line, /权限是 755.*改成了 700/)
  assert.equal(only(await checkDatabaseFolder(folder)).level, 'ok')

  await writeFile(join(folder, 'storage', 'a'), 'x')
  assert.equal(only(await checkOwners(folder)).level, 'ok')
})

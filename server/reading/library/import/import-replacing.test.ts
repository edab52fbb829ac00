import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { replacedTextDays } from '#shared/replaced-text.ts'
import type { SeenText } from '#server/reading/book-file/replaced-texts.ts'
import { sweepStorage } from '#server/platform/storage/sweep-storage.ts'
import { draftEpub, opf } from '../../../../test/draft-epubs.ts'
import { openImportAdmin } from '../../../../test/send-import.ts'
import { failureOf, startTestSite } from '../../../../test/test-site.ts'

const rights = '作者卒于 1900 年，原文已进入公有领域。'
const day = 24 * 3600 * 1000
const seen = (text: SeenText | null | undefined): SeenText => {
  assert.ok(text)
  return { fileId: text.fileId, version: text.version }
}

test('a text replaces another only if the editor chooses so', async (t) => {
  const site = await startTestSite(t, {}, { runsJobs: true })
  const { db, storage, url, visitor, newEditor, newUser } = site
  const editor = await newEditor('编辑甲')
  const other = await newEditor('编辑乙')
  const reader = await newUser('读者丙')
  const importAdmin = openImportAdmin(site, editor)
  const otherAdmin = openImportAdmin(site, other)
  const judge = async (body: string, { title = '草城', author = '某人', admin = importAdmin } = {}) => {
    const content = opf({ title, author })
    const sent = await admin.send('a.epub', draftEpub({ body, parts: { 'OEBPS/content.opf': content } }))
    return { sent, verdict: await admin.judge(sent) }
  }
  const wholeBody = `<h1>全文</h1><p>${'山路上这样想。'.repeat(100)}</p><p id="end">到此为止。</p>`
  const { sent } = await judge(wholeBody)
  const whole = await importAdmin.store({ ...sent, bookId: null, rights })
  const { bookId, fileId } = whole
  const filesOf = async () => (await visitor.book.show({ id: bookId })).files
  const countsOf = async () =>
    (await filesOf()).filter(({ format }) => format === 'epub').map(({ countCharacters }) => countCharacters)
  const importedFile = async () =>
    (await editor.api.library.importedFiles()).list.find(({ id }) => id === fileId) ?? assert.fail('no such file')
  const auditOf = async () =>
    db.selectFrom('audit').selectAll().where('targetId', '=', bookId).orderBy('id', 'desc').executeTakeFirstOrThrow()

  await t.test('the verdict warns of a much shorter text and of an excerpt', async () => {
    const { verdict } = await judge('<h1>试读</h1><p>山路上这样想。</p>')
    assert.equal(verdict.replaces?.fileId, fileId)
    assert.deepEqual([verdict.replaces?.isShorter, verdict.isSample], [true, true])
    assert.match(verdict.message, /有 606 字，这个只有 8 字/)
    assert.match(verdict.warnings.join(), /像是试读本（有「试读」）/)
    const ending = await judge(`${wholeBody}<p>本书试读部分到此结束，购买全书继续阅读。</p>`)
    assert.deepEqual([ending.verdict.replaces?.isShorter, ending.verdict.isSample], [false, true])
    assert.equal((await judge(`${wholeBody}<p>他样样章法都懂。</p>`)).verdict.isSample, false)
  })

  await t.test('without the choice both texts stay', async () => {
    const excerpt = await judge('<h1>节选</h1><p>山路上这样想。</p>')
    const stored = await importAdmin.store({ ...excerpt.sent, bookId, rights })
    assert.equal(stored.kind, 'new')
    assert.deepEqual(await countsOf(), [606, 8])
    await editor.api.library.removeFile({ id: stored.fileId })
  })

  await t.test('neither a much shorter text nor an excerpt replaces a text unless the editor says so', async () => {
    for (const [body, message] of [
      ['<p>只有一句。</p>', /现有的正文有 606 字，这个只有 4 字，不到六成/],
      [`${wholeBody}<p>试读结束。</p>`, /像是试读本/],
    ] as const) {
      const { sent, verdict } = await judge(body)
      const choice = { id: sent.id, bookId, replaces: seen(verdict.replaces), rights }
      const failure = await failureOf(editor.api.library.store(choice), 'conflict')
      assert.match(failure.message, message)
      assert.deepEqual(await countsOf(), [606])
      const stored = await importAdmin.store({ ...choice, replaceWithShorter: true })
      assert.deepEqual([stored.kind, stored.fileId], ['replaces', fileId])
      await editor.api.library.restoreText(seen({ fileId, version: (await importedFile()).version }))
    }
    assert.deepEqual(await countsOf(), [606])
  })

  await t.test('the comparison tells what changes, also for users', async () => {
    const now = new Date().toISOString()
    const kind = { kind: 'highlight' as const, color: 'yellow' as const, isDeleted: false }
    const base = {
      ...kind,
      fileId,
      quote: '山路上',
      chapter: '',
      note: '',
      fraction: 0.1,
      createdAt: now,
      updatedAt: now,
    }
    const mark = (locator: string) => ({ ...base, id: randomUUID(), locator })
    const list = [
      mark('epubcfi(/6/2!/4/4,/1:0,/1:6)'),
      mark('epubcfi(/6/2!/4/4,/1:7,/1:9)'),
      mark('epubcfi(/6/2!/4/6[end]/1:0)'),
      mark('epubcfi(/6/2!/4/40/1:0)'),
    ]
    await reader.api.annotation.put({ bookId, list })
    const position = { bookId, fileId, fraction: 0.5, deviceId: randomUUID(), device: '浏览器' }
    await reader.api.reading.put({ ...position, updatedAt: now, locator: 'epubcfi(/6/2!/4/4/1:0)' })
    const { sent, verdict } = await judge(
      wholeBody.replace('山路上这样想。', '山路上这样想，').replace('到此', '至此'),
      {
        author: '别人',
      },
    )
    // The uploaded file names another author than the book, and an equal title alone is not enough to choose the book.
    assert.equal(verdict.bookId, null)
    const changes = await editor.api.library.compareTexts({ id: sent.id, fileId })
    assert.deepEqual(changes.before, { ...changes.after, authors: ['某人'] })
    assert.deepEqual(changes.after, {
      title: '草城',
      authors: ['别人'],
      language: 'zh-Hans',
      countCharacters: 606,
      countSections: 1,
    })
    assert.deepEqual(changes.counts, { same: 0, changed: 1, added: 0, removed: 0 })
    assert.deepEqual(changes.changes, [{ change: 'changed', title: '第一章', before: 606, after: 606 }])
    // The new text has the same words at the first two highlights, but other words at the third one and after the
    // reading position.
    assert.deepEqual(changes.marks, { count: 4, countChecked: 4, countFound: 2 })
    assert.deepEqual(changes.positions, { count: 1, countChecked: 1, countFound: 0 })
    await failureOf(other.api.library.compareTexts({ id: sent.id, fileId }), 'missing')
    await failureOf(editor.api.library.compareTexts({ id: sent.id, fileId: randomUUID() }), 'missing')
    await failureOf(reader.api.library.compareTexts({ id: sent.id, fileId }), 'forbidden')
  })

  await t.test(
    'of two editors who replace a text at the same time one succeeds, and the other gets a conflict',
    async () => {
      const one = await judge(wholeBody.replaceAll('这样', '那样'))
      const two = await judge(wholeBody.replaceAll('这样', '怎样'), { admin: otherAdmin })
      const results = await Promise.allSettled([
        importAdmin.store({ id: one.sent.id, bookId, replaces: seen(one.verdict.replaces), rights }),
        otherAdmin.store({ id: two.sent.id, bookId, replaces: seen(two.verdict.replaces), rights }),
      ])
      assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
      const lost = results.find((result) => result.status === 'rejected')
      assert.match(String(lost?.reason), /《草城》的正文刚被换成了另一版，什么也没有替换/)
      assert.deepEqual(await countsOf(), [606])
    },
  )

  await t.test('another editor puts the replaced text back, byte by byte, and once more', async () => {
    const download = async () =>
      Promise.all(
        (await filesOf()).map(async ({ id, format }) =>
          Buffer.from(await (await fetch(`${url}/book/${bookId}/file/${id}.${format}`)).arrayBuffer()).toString(
            'base64',
          ),
        ),
      )
    const before = await importedFile()
    const replaced = await download()
    assert.equal(before.former?.countCharacters, 606)
    assert.equal(Date.parse(before.former.until) - Date.parse(before.former.replacedAt), replacedTextDays * day)
    await failureOf(reader.api.library.restoreText({ fileId, version: before.version }), 'forbidden')
    await failureOf(other.api.library.restoreText({ fileId, version: 'x' }), 'invalid')
    const races = await Promise.allSettled(
      [editor, other].map(({ api }) => api.library.restoreText({ fileId, version: before.version })),
    )
    assert.deepEqual(races.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    assert.equal((await auditOf()).action, 'library.restore')
    assert.notDeepEqual(await download(), replaced)
    const after = await importedFile()
    await other.api.library.restoreText({ fileId, version: after.version })
    assert.deepEqual(await download(), replaced)
  })

  await t.test('a replacement is undone in the audit log as well', async () => {
    const before = await countsOf()
    const next = await judge(`${wholeBody}<p>又添一句。</p>`)
    await importAdmin.store({ id: next.sent.id, bookId, replaces: seen(next.verdict.replaces), rights })
    assert.notDeepEqual(await countsOf(), before)
    const { id, action } = await auditOf()
    assert.equal(action, 'library.replace')
    const admin = await newUser('阿管', ['editor', 'admin'])
    await admin.api.audit.undo({ id })
    assert.deepEqual(await countsOf(), before)
    await failureOf(admin.api.audit.undo({ id }), 'conflict')
  })

  await t.test('the files of a replaced text stay for a month, and then go', async () => {
    const { former, version } = await importedFile()
    assert.ok(former)
    const row = await db.selectFrom('replacedText').selectAll().where('fileId', '=', fileId).executeTakeFirstOrThrow()
    const keys = [row.storageKey, row.textKey ?? '']
    const areThere = async () =>
      Promise.all(
        keys.map(async (key) => {
          const found = await storage.get(key, { start: 0, end: 0 })
          found?.body.destroy()
          return found !== undefined
        }),
      )
    // The files of the replaced text are old enough to be deleted, but they are kept, because it was replaced recently.
    await db
      .updateTable('replacedText')
      .set({ replacedAt: new Date(Date.now() + 5 * day) })
      .execute()
    await sweepStorage(db, storage, { now: new Date(Date.now() + 32 * day) })
    assert.deepEqual(await areThere(), [true, true])
    await db
      .updateTable('replacedText')
      .set({ replacedAt: new Date(Date.now() - (replacedTextDays + 1) * day) })
      .execute()
    assert.equal((await importedFile()).former, null)
    await failureOf(editor.api.library.restoreText({ fileId, version }), 'missing')
    await sweepStorage(db, storage, { now: new Date(Date.now() + 32 * day) })
    assert.deepEqual(await areThere(), [false, false])
  })

  await t.test('a text that was removed meanwhile is not replaced, and nothing is added', async () => {
    const edited = await judge(`${wholeBody}<p>改过。</p>`)
    await editor.api.library.removeFile({ id: fileId })
    const choice = { id: edited.sent.id, bookId, replaces: seen(edited.verdict.replaces), rights }
    assert.match((await failureOf(editor.api.library.store(choice), 'conflict')).message, /刚被移除，什么也没有替换/)
    assert.deepEqual(await countsOf(), [])
  })
})

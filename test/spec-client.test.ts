import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type COS from 'cos-js-sdk-v5'
import type { UploadPermit } from '#shared/api/upload.ts'
import { startBrowser } from './e2e/browser.ts'
import { plainPicture } from './plain-picture.ts'
import { SpecClient } from './spec-client.ts'
import { startTestSite } from './test-site.ts'
import { allowNextCode } from './allow-next-code.ts'

const sdk = join(import.meta.dirname, '../node_modules/cos-js-sdk-v5/dist/cos-js-sdk-v5.min.js')

test('a client written from the specification alone works', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url)
  const client = new SpecClient(site.url, '10.66.0.1')
  const [account, password] = ['spec@books.test', '湘西渡口的船到桥头']
  const [book] = (await site.visitor.book.list()).list
  const item = { itemType: 'book', itemId: book?.id ?? '' }
  const newCode = async (of: string, purpose: string) => {
    await allowNextCode(site.db, of)
    await client.sendCode({ account: of, purpose })
    return site.codeFor(of)
  }

  await t.test('the client registers and logs in by password and by code', async () => {
    const code = await newCode(account, 'register')
    const { user } = await client.register({ account, code, password, name: '翠翠' })
    assert.deepEqual(await client.loginStatus(), {})
    client.token = (await client.login({ account, password, remember: true })).token
    const status = await client.loginStatus()
    assert.deepEqual(status, { id: user.id, name: '翠翠', email: account, phoneNumber: null, rated: [] })
    const { ticket } = await client.verifyCode({ account, purpose: 'reset', code: await newCode(account, 'reset') })
    assert.equal(typeof ticket, 'string')
    const newcomer = 'newcomer@books.test'
    const entered = await client.codeLogin({ account: newcomer, code: await newCode(newcomer, 'login') })
    assert.equal(entered.user.email, newcomer)
  })

  await t.test('the client comments, likes and saves, and the counters match', async () => {
    const comment = await client.comment({ ...item, content: '渡口的水声一直在' })
    const { list } = await client.commentList(item)
    assert.equal(list[0]?.id, comment.id)
    assert.equal((await client.commentUserList()).list[0]?.id, comment.id)
    assert.equal((await client.commentCount()).count, 1)
    await client.liked({ ...item, on: true })
    await client.liked({ itemType: 'comment', itemId: comment.id, on: true })
    await client.save({ ...item, on: true })
    const { likedBooks, likedVideos, likedComments, saveBooks, saveVideos } = await client.likeSaveList()
    assert.deepEqual([likedBooks, likedVideos, likedComments], [[item.itemId], [], [comment.id]])
    assert.deepEqual([saveBooks, saveVideos], [[item.itemId], []])
  })

  await t.test('the client receives messages and marks them as read with an empty body', async () => {
    const other = await site.newUser('傩送')
    const [comment] = (await client.commentUserList()).list
    assert.ok(comment)
    await other.api.reaction.like({ itemType: 'comment', itemId: comment.id, on: true })
    const { list } = await client.messageList()
    const message = list.find(({ kind }) => kind === 'like')
    assert.ok(message)
    assert.deepEqual([message.read, message.itemType, message.itemId], [false, 'comment', comment.id])
    const { count } = await client.countUnread()
    await client.readMessage(message.id)
    assert.equal((await client.countUnread()).count, count - 1)
    await client.deleteComment({ id: comment.id })
    assert.equal((await client.commentCount()).count, 0)
  })

  await t.test('the client recommends a book and resubmits the recommendation with a change', async () => {
    const reason = '写一条河边的人怎样过冬，冷得很，也暖得很，读完想去看看那条河。'
    const { id } = await client.recommend({ title: '渡口的冬天', authors: ['沈渡'], reason })
    const given = await client.getRecommend(id)
    const updated = await client.updateRecommend({ ...given, reason: `${reason}开河那一章读了三遍。` })
    assert.equal(updated.reason, `${reason}开河那一章读了三遍。`)
    assert.equal((await client.recommendCount()).count, 1)
    assert.deepEqual(
      (await client.recommendList()).list.map((one) => one.id),
      [id],
    )
    assert.ok((await client.tagList()).list.length > 0)
  })

  await t.test('the client uploads an avatar with temporary credentials and reads it by its profile key', () =>
    visit({}, async ({ page, open }) => {
      // The specification's answer to the call that permits an upload contains only temporary credentials. The storage
      // bucket, its URL and the object key are additions of this site.
      const permit = (await client.cosSign()) as UploadPermit
      await page.route('**/cos-sdk.js', (route) => route.fulfill({ path: sdk, contentType: 'text/javascript' }))
      await open('/user/login')
      await page.addScriptTag({ url: '/cos-sdk.js' })
      const picture = (await plainPicture(300, 300)).toString('base64')
      await page.evaluate(putObject, { permit, picture })
      // The test uses two calls of this site, because the specification does not say which call makes an uploaded
      // picture the avatar of a user, nor which call returns the key of the picture (`profile`).
      await site.caller(client.token ?? '').avatar.change({ key: permit.key })
      const { profile } = await site.caller(client.token ?? '').user.show()
      const read = await page.evaluate(readObject, { permit, key: profile })
      assert.deepEqual(read, { object: 'image/webp', signedAddress: 200, plainAddress: 200 })
    }),
  )

  await t.test('the client makes all 24 calls of the specification', () => assert.equal(client.called.size, 24))
})

interface Stored {
  permit: UploadPermit
}

/** Runs in the browser: uploads a picture with Tencent's own SDK, under the object key that the server allowed. */
async function putObject({ permit, picture }: Stored & { picture: string }) {
  const { COS: Client } = window as unknown as { COS: typeof COS }
  const { credentials, startTime, expiredTime, bucket, region, endpoint, key } = permit
  const { tmpSecretId, tmpSecretKey, sessionToken } = credentials
  const cos = new Client({
    Domain: new URL(endpoint, location.origin).href,
    getAuthorization: (_, answer) =>
      answer({
        TmpSecretId: tmpSecretId,
        TmpSecretKey: tmpSecretKey,
        SecurityToken: sessionToken,
        StartTime: startTime,
        ExpiredTime: expiredTime,
      }),
  })
  const bytes = Uint8Array.from(atob(picture), (character) => character.charCodeAt(0))
  const body = new Blob([bytes], { type: 'image/png' })
  await cos.putObject({ Bucket: bucket, Region: region, Key: key, Body: body, ContentType: 'image/png' })
}

/**
 * Runs in the browser: reads a stored object by its key in three ways: with Tencent's SDK, by a URL that the SDK
 * signed, and by an unsigned URL.
 */
async function readObject({ permit, key }: Stored & { key: string }) {
  const { COS: Client } = window as unknown as { COS: typeof COS }
  const { credentials, startTime, expiredTime, bucket, region, endpoint } = permit
  const { tmpSecretId, tmpSecretKey, sessionToken } = credentials
  const cos = new Client({
    Domain: new URL(endpoint, location.origin).href,
    getAuthorization: (_, answer) =>
      answer({
        TmpSecretId: tmpSecretId,
        TmpSecretKey: tmpSecretKey,
        SecurityToken: sessionToken,
        StartTime: startTime,
        ExpiredTime: expiredTime,
      }),
  })
  const where = { Bucket: bucket, Region: region, Key: key }
  const { headers } = await cos.getObject({ ...where, DataType: 'blob' })
  const addressOf = (Sign: boolean) =>
    new Promise<string>((done, failed) =>
      cos.getObjectUrl({ ...where, Sign }, (error, { Url }) => (error ? failed(error) : done(Url))),
    )
  return {
    object: headers?.['content-type'],
    signedAddress: (await fetch(await addressOf(true))).status,
    plainAddress: (await fetch(await addressOf(false))).status,
  }
}

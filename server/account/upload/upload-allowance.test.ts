import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { UploadPermit } from '#shared/api/upload.ts'
import { sweepAccounts } from '#server/account/sweep-accounts.ts'
import { defaultAdmission } from '#server/http/limit/admission-limit.ts'
import { plainPicture } from '../../../test/plain-picture.ts'
import { putImportPart } from '../../../test/send-import.ts'
import { sendUpload, signUpload } from '../../../test/send-upload.ts'
import { startTestSite } from '../../../test/test-site.ts'

const limit = 20

test('uploads to a slow store hold no database connection', async (t) => {
  const slow = Promise.withResolvers<void>()
  let listing = 0
  const site = await startTestSite(t, {}, { admission: { ...defaultAdmission, longestWaitMs: 60_000 } })
  const { list } = site.storage
  site.storage.list = async function* (prefix, ...rest) {
    listing++
    await slow.promise
    yield* list.call(site.storage, prefix, ...rest)
  }
  const png = await plainPicture(16, 16)
  const uploads: Promise<unknown>[] = []
  for (let user = 0; user < 16; user++) {
    const permit = await (await site.newUser()).api.auth.cosSign()
    uploads.push(sendUpload(site.url, permit, png, { headers: { 'x-forwarded-for': `10.95.0.${user}` } }))
  }
  while (listing < uploads.length) await nextTurn()
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`.execute(site.db)
  assert.equal(rows[0]?.count, 0)
  slow.resolve()
  for (const answer of await Promise.all(uploads)) assert.deepEqual(answer, { status: 200, code: '' })
  assert.deepEqual(await site.db.selectFrom('uploadReservation').selectAll().execute(), [])
})

test('a user may have 20 unused uploads of one kind', async (t) => {
  // The long timeout prevents a slow machine from refusing uploads only because they waited too long for capacity.
  const site = await startTestSite(t, {}, { admission: { ...defaultAdmission, longestWaitMs: 60_000 } })
  const nodes = [site.url, await site.secondNode()]
  const png = await plainPicture(16, 16)
  const keyOf = (permit: UploadPermit, name: string) => permit.key.replace(/[^/]+$/, name)
  const put = (permit: UploadPermit, name: string, node = 0) =>
    sendUpload(nodes[node] ?? '', permit, png, { key: keyOf(permit, name) })
  const stored = (permit: UploadPermit) => Array.fromAsync(site.storage.list(keyOf(permit, '')), ({ key }) => key)
  const accepted = { status: 200, code: '' }
  const refused = { status: 503, code: 'SlowDown' }
  const newPermit = async (unused: number) => {
    const permit = await (await site.newUser()).api.auth.cosSign()
    for (let at = 0; at < unused; at++) assert.deepEqual(await put(permit, `unused${at}`), accepted)
    return permit
  }

  await t.test('the limit holds for concurrent uploads to two nodes', async () => {
    const permit = await newPermit(0)
    const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => put(permit, `file${at}`, at % 2)))
    assert.equal((await stored(permit)).length, limit)
    assert.equal(answers.filter(({ status }) => status === 200).length, limit)
    assert.deepEqual(
      answers.filter(({ status }) => status !== 200),
      Array.from({ length: 40 }, () => refused),
    )
    await site.storage.delete(...(await stored(permit)))
    assert.deepEqual(await put(permit, 'again', 1), accepted)
    assert.deepEqual(await site.db.selectFrom('uploadReservation').selectAll().execute(), [])
  })

  await t.test('a running upload counts towards the limit, and a failed one no longer does', async () => {
    const permit = await newPermit(limit - 1)
    const upload = await startUpload(permit)
    assert.deepEqual(await put(permit, 'other', 1), refused)
    upload.destroy()
    await waitForReservations(0)
    assert.deepEqual(await put(permit, 'other', 1), accepted)
    assert.deepEqual(await put(permit, 'more', 1), refused)
    assert.deepEqual(
      await put(permit, 'other', 1),
      accepted,
      'an upload that is sent again needs no further reservation',
    )
  })

  await t.test('the reservation of a killed process expires', async () => {
    const permit = await newPermit(limit - 1)
    const upload = await startUpload(permit)
    await site.db
      .updateTable('uploadReservation')
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .execute()
    assert.deepEqual(await put(permit, 'other', 1), accepted)
    upload.destroy()
    const expired = { id: crypto.randomUUID(), prefix: 'upload/x/', key: 'upload/x/y', expiresAt: new Date(0) }
    await site.db.insertInto('uploadReservation').values(expired).execute()
    await sweepAccounts(site.db)
    await waitForReservations(0)
  })

  await t.test('files that an editor uploads without importing them have a limit', async () => {
    const editor = await site.newEditor()
    const folder = join(site.files, 'upload', editor.user.id, 'text')
    await mkdir(folder, { recursive: true })
    // An editor may have 600 unused parts of files. A file has at most 50 parts, so a new file is accepted only while
    // there are at most 550 parts.
    for (let at = 0; at < 550; at++) await writeFile(join(folder, `part-${at}`), 'x')
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        putImportPart(nodes[at % 2] ?? '', editor.token, `${crypto.randomUUID()}/0`, new Uint8Array(1)),
      ),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array.from({ length: 9 }, () => 429)])
    assert.equal((await readdir(folder)).length, 551)
    // Later parts of an accepted file count towards the limit of 600 too: with 598 stored parts, two more are accepted.
    const [id] = (await readdir(folder)).filter((name) => !name.startsWith('part-')).map((name) => name.slice(0, 36))
    for (let at = 550; at < 597; at++) await writeFile(join(folder, `part-${at}`), 'x')
    const further = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        putImportPart(nodes[at % 2] ?? '', editor.token, `${id}/${at + 1}`, new Uint8Array(1)),
      ),
    )
    assert.deepEqual(further.map(({ status }) => status).sort(), [200, 200, 429, 429, 429, 429])
    assert.equal((await readdir(folder)).length, 600)
    assert.deepEqual(await site.db.selectFrom('uploadReservation').selectAll().execute(), [])
  })

  /** Sends the headers and the first byte of an upload, and resolves when the server has reserved capacity for it. */
  async function startUpload(permit: UploadPermit): Promise<ClientRequest> {
    const key = keyOf(permit, 'slow')
    const { tmpSecretId: secretId, tmpSecretKey: secretKey, sessionToken } = permit.credentials
    const upload = request(`${site.url}/storage/${key}`, {
      method: 'PUT',
      headers: {
        authorization: signUpload({ key }, { secretId, secretKey }),
        'x-cos-security-token': sessionToken,
        'content-type': 'image/png',
        'content-length': png.length,
      },
    })
    upload.on('error', () => undefined)
    upload.write(png.subarray(0, 1))
    await once(upload, 'socket')
    await waitForReservations(1)
    return upload
  }

  async function waitForReservations(count: number) {
    while ((await site.db.selectFrom('uploadReservation').select('id').execute()).length !== count) await nextTurn()
  }
})

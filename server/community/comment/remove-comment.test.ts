import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureOf, startTestSite } from '../../../test/test-site.ts'

test('an editor deletes a comment without a reason as well, unless they are suspended', async (t) => {
  const { db, newUser, visitor } = await startTestSite(t)
  const [author, editor] = [await newUser(), await newUser()]
  const setEditor = (values: { roles?: 'editor'[]; suspendedAt?: Date | null; suspendReason?: string | null }) =>
    db.updateTable('user').set(values).where('id', '=', editor.user.id).execute()
  await setEditor({ roles: ['editor'] })
  const [book] = (await visitor.book.list()).list
  const { id } = await author.api.comment.create({ itemType: 'book', itemId: book?.id ?? '', content: '没什么可看' })

  await setEditor({ suspendedAt: new Date(), suspendReason: '试试' })
  await failureOf(editor.api.comment.remove({ id }), 'missing')
  await setEditor({ suspendedAt: null, suspendReason: null })
  await editor.api.comment.remove({ id })
  assert.equal((await author.api.message.list()).list[0]?.excerpt, '你的一条评论被编辑删除')
  const newestComment = async () => (await author.api.comment.userList()).list[0]
  assert.deepEqual([(await newestComment())?.deleted, (await newestComment())?.reason], [true, ''])

  await editor.api.comment.restore({ id })
  await author.api.comment.remove({ id })
  assert.deepEqual([(await newestComment())?.deleted, (await newestComment())?.reason], [true, null])
})

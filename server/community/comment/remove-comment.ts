import { isEditor } from '#shared/api/account/is-editor.ts'
import { fail } from '#shared/api/failure.ts'
import { writeAudit } from '#server/account/audit/write-audit.ts'
import type { SignedIn } from '#server/http/call/context.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { deleteMessagesAbout } from '#server/account/message/delete-messages.ts'
import { postMessage } from '#server/account/message/post-message.ts'
import { countPublished } from './publish-comment.ts'
import { type LockedComment, lockComment } from './lock-comment.ts'

/**
 * Deletes a comment in a transaction of its own; replies to it stay. A deletion by the author removes the text for
 * good. A deletion by an editor retains the text, so that it can be undone, and notifies the author, with the reason if
 * the editor gave one.
 */
export async function removeComment(
  db: Db,
  user: SignedIn,
  { id, reason = '' }: { id: string; reason?: string | undefined },
) {
  await inTransaction(db, async (db) => {
    const { item, comment } = await lockComment(db, id)
    const isAuthor = comment.userId === user.id
    const mayEdit = isEditor(user.roles) && user.suspended === null
    if (!isAuthor && !mayEdit) fail('missing', comment.state === 'published' ? '只能删除自己的评论' : deletedMessage)
    if (comment.state === 'deleted' && (!isAuthor || comment.content === '')) fail('missing', deletedMessage)
    if (comment.state === 'published') await countPublished(db, item, comment, -1)
    await db
      .updateTable('comment')
      .set({ state: 'deleted', ...(isAuthor ? { content: '' } : { deletedReason: reason }) })
      .where('id', '=', id)
      .execute()
    await deleteMessagesAbout(db, id)
    await db
      .updateTable('report')
      .set({ outcome: 'deleted' })
      .where('commentId', '=', id)
      .where('outcome', 'is', null)
      .execute()
    if (!isAuthor) await recordEditorDeletion(db, user, comment, reason)
  })
}

const deletedMessage = '这条评论已经删除'

async function recordEditorDeletion(
  db: Db,
  editor: SignedIn,
  { id, userId, itemType, itemId }: LockedComment,
  reason: string,
) {
  const target = { targetType: 'comment', targetId: id }
  await writeAudit(db, {
    actorId: editor.id,
    action: 'comment.delete',
    ...target,
    detail: { reason, itemType, itemId },
  })
  const excerpt = reason === '' ? '你的一条评论被编辑删除' : `你的一条评论被编辑删除，理由：${reason}`
  await postMessage(db, { userId, kind: 'system', actorId: null, itemType: 'comment', itemId: id, excerpt })
}

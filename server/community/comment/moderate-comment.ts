import { fail } from '#shared/api/failure.ts'
import { writeAudit } from '#server/account/audit/write-audit.ts'
import type { SignedIn } from '#server/http/call/context.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { postMessage } from '#server/account/message/post-message.ts'
import { lockComment } from './lock-comment.ts'
import { countPublished, notifyAnswered } from './publish-comment.ts'

/**
 * Approves a comment in a transaction of its own: publishes it if it waits for moderation, and closes its reports
 * without deleting it.
 */
export async function approveComment(db: Db, editor: SignedIn, id: string) {
  await inTransaction(db, async (db) => {
    const { item, comment } = await lockComment(db, id)
    const isHeld = comment.state === 'held'
    if (isHeld) {
      await db.updateTable('comment').set({ state: 'published', heldReason: null }).where('id', '=', id).execute()
      await countPublished(db, item, comment)
      await notifyAnswered(db, comment)
    }
    const { numUpdatedRows: answered } = await db
      .updateTable('report')
      .set({ outcome: 'dismissed' })
      .where('commentId', '=', id)
      .where('outcome', 'is', null)
      .executeTakeFirst()
    if (!isHeld && answered === 0n) fail('conflict', '这条已经有人处理过了')
    await writeAudit(db, {
      actorId: editor.id,
      action: isHeld ? 'comment.approve' : 'comment.keep',
      targetType: 'comment',
      targetId: id,
      detail: isHeld ? { heldReason: comment.heldReason } : { reports: Number(answered) },
    })
  })
}

/**
 * Undoes an editor's deletion of a comment: a comment that waited for moderation does so again, and its reports are
 * open again.
 */
export async function restoreComment(db: Db, editor: SignedIn, id: string) {
  await inTransaction(db, async (db) => {
    const { item, comment } = await lockComment(db, id)
    const { state, deletedReason, heldReason, content, userId } = comment
    if (state !== 'deleted' || deletedReason === null || content === '')
      fail('conflict', '这条评论不能恢复：它没有被编辑删除，或作者自己已经删掉了文字')
    const isHeld = heldReason !== null
    await db
      .updateTable('comment')
      .set({ state: isHeld ? 'held' : 'published', deletedReason: null })
      .where('id', '=', id)
      .execute()
    if (!isHeld) await countPublished(db, item, comment)
    await db
      .updateTable('report')
      .set({ outcome: null })
      .where('commentId', '=', id)
      .where('outcome', '=', 'deleted')
      .execute()
    const target = { targetType: 'comment', targetId: id }
    await writeAudit(db, { actorId: editor.id, action: 'comment.restore', ...target, detail: { deletedReason } })
    const excerpt = isHeld ? '你被删除的一条评论回到了待审' : '你被删除的一条评论恢复了'
    await postMessage(db, { userId, kind: 'system', actorId: null, itemType: 'comment', itemId: id, excerpt })
  })
}

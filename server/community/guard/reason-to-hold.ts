import { isEditor } from '#shared/api/account/is-editor.ts'
import { sql } from 'kysely'
import type { Site } from '#shared/api/site.ts'
import type { SignedIn } from '#server/http/call/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { readSetting } from '#server/platform/setting/setting-queries.ts'
import { findLinks } from './find-links.ts'
import { findListedWords } from './word-list.ts'

const guardRules = { newForDays: 3, newForComments: 3, manyLinks: 4 }
export const wordsSetting = 'guardWords'

export interface ScreenedText {
  content: string
  website?: string | undefined
}

/**
 * Returns the reason to hold a comment for moderation, as a message for its author; null when the comment may be
 * published.
 */
export async function findReasonToHold(
  db: Db,
  author: SignedIn,
  { content, website }: ScreenedText,
  { holdFirstComment, publicUrl }: Pick<Site, 'holdFirstComment' | 'publicUrl'>,
): Promise<string | null> {
  if (isEditor(author.roles)) return null
  if (website) return '自动检查认为它不像人写的，编辑会看一眼'
  const words = (await readSetting(db, wordsSetting)) ?? ''
  if (findListedWords(words, content).length > 0) return '里面有需要编辑确认的字词'
  const links = findLinks(content, new URL(publicUrl).host).length
  if (links >= guardRules.manyLinks) return '里面的链接比较多，编辑会看一眼'
  if (links === 0 && !holdFirstComment) return null
  const { days, published } = await findAccountAge(db, author.id)
  if (links > 0 && (days < guardRules.newForDays || published < guardRules.newForComments))
    return '新账号发的链接要先经编辑看过'
  return holdFirstComment && published === 0 ? '新账号的第一条评论要先经编辑看过' : null
}

/**
 * Returns the age of a user's account in days and the number of the user's published comments. The comments are counted
 * only up to the number at which an account no longer counts as new.
 */
async function findAccountAge(db: Db, userId: string): Promise<{ days: number; published: number }> {
  const { rows } = await sql<{ days: number; published: number }>`
    select extract(epoch from now() - created_at)::float8 / 86400 as days,
      (select count(*) from (
        select from comment where user_id = ${userId} and state = 'published' limit ${guardRules.newForComments}
      ) counted) as published
    from "user" where id = ${userId}`.execute(db)
  return rows[0] ?? { days: 0, published: 0 }
}

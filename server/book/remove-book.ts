import { sql } from 'kysely'
import { fail } from '#shared/api/failure.ts'
import type { Db } from '#server/db/schema.ts'
import { type BookChange, unlinkTagsAndPlaces } from './write-book.ts'

/** Removes a book that nothing hangs on but its tags and places, in the caller's transaction; else refuses, with what does. `refreshBooks` must follow. */
export async function removeBook(db: Db, id: string): Promise<BookChange> {
  // Whoever is about to comment on it or keep it waits, and then finds it gone.
  await sql`select from book where id = ${id} for update`.execute(db)
  const hanging = await listHanging(db, id)
  if (hanging.length > 0)
    fail('conflict', `这本书上已经有${hanging.join('、')}，不能移走；它如果是另一本的重复，可以并过去`)
  const change = await unlinkTagsAndPlaces(db, id)
  await db.deleteFrom('book').where('id', '=', id).execute()
  return change
}

/** What would be lost or left without its book, in words. */
async function listHanging(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    select what from (values
      ('评论', exists (select from comment where item_type = 'book' and item_id = ${id})),
      ('喜欢', exists (select from item_like where item_type = 'book' and item_id = ${id})),
      ('收藏', exists (select from item_save where item_type = 'book' and item_id = ${id})),
      ('评分', exists (select from rating where item_type = 'book' and item_id = ${id})),
      ('读者的书架', exists (select from shelf where book_id = ${id})),
      ('推荐', exists (select from recommendation where book_id = ${id})),
      ('正文', exists (select from book_file where book_id = ${id})),
      ('阅读进度', exists (select from reading_progress where book_id = ${id})),
      ('书签和批注', exists (select from annotation where book_id = ${id})),
      ('漫游', exists (select from tour_stop where book_id = ${id})),
      ('路线', exists (select from route_book where book_id = ${id}))
    ) as found(what, is_there) where is_there`.execute(db)
  return rows.map(({ what }) => what)
}

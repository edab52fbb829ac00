import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Db } from '#server/platform/db/schema.ts'

/** Names that stand on title pages in place of an unknown author. They belong to no person. */
const unknownAuthors = new Set(['佚名', '无名氏'])
/** Endings of the names of groups and institutions, such as 编译局, which are no person either. */
const groupName = /(编译局|编写组|编委会|委员会|编辑部|编辑室|研究所|研究室|出版社|学会|弟子)$/

/** Returns whether a name on a title page belongs to no person: that of an unknown author or of a group. */
export const isNobody = (name: string) => unknownAuthors.has(name) || groupName.test(name)

/**
 * Returns the ids of the people with these names, by name, and creates people who are not known yet. A name is looked
 * up among the main names, then among the further names, where of several people the one with most books is taken, then
 * among the former names. Names of unknown authors and of groups are left out. Must run in a transaction; until it
 * ends, the people can be neither removed nor merged.
 */
export async function findOrCreatePeople(db: Db, names: string[]): Promise<Map<string, string>> {
  const wanted = [...new Set(names)].filter((name) => !isNobody(name))
  const found = await lockPeopleNamed(db, wanted)
  // New rows are inserted sorted by name, so that concurrent transactions which create the same people cannot deadlock.
  const missing = wanted.filter((name) => !found.has(name)).toSorted()
  if (missing.length === 0) return found
  await db
    .insertInto('person')
    .values(missing.map((name) => ({ id: newId(), name })))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return new Map([...found, ...(await lockPeopleNamed(db, missing))])
}

/**
 * Finds people by name and locks their rows against removal. A person who was removed or merged between the search and
 * the lock is searched for again by their name, which may then lead to another person.
 */
async function lockPeopleNamed(db: Db, names: string[]): Promise<Map<string, string>> {
  for (;;) {
    const found = await findPeople(db, names)
    const ids = [...new Set(found.values())]
    const { rows } = await sql`select from person where id = any(${ids}::uuid[]) order by id for key share`.execute(db)
    if (rows.length === ids.length) return found
  }
}

/**
 * Returns the ids of the people to whom books that credit these names are linked, by name; unknown names are left out.
 */
export async function findPeople(db: Db, names: string[]): Promise<Map<string, string>> {
  if (names.length === 0) return new Map()
  const { rows } = await sql<{ name: string; id: string }>`
    select wanted.name, coalesce(
      (select id from person where person.name = wanted.name),
      (select person_id from person_name where person_name.name = wanted.name order by
        (select count(*) from book_author where book_author.person_id = person_name.person_id) desc, person_id limit 1),
      (select person.id from redirect join person on person.id = target_id
        where noun = 'person' and old_key = wanted.name)
    ) as id from unnest(${names}::text[]) as wanted(name)`.execute(db)
  return new Map(rows.flatMap(({ name, id }) => (id === null ? [] : [[name, id] as const])))
}

/**
 * Deletes those of the given people whom no book or edition names any more, unless the catalogue or an editor wrote
 * their row.
 */
export async function removeLonePeople(db: Db, ids: string[]) {
  if (ids.length === 0) return
  await sql`
    delete from person where id = any(${ids}::uuid[]) and catalog_key is null and edited_at is null
      and not exists (select from book_author where person_id = person.id)
      and not exists (select from edition_person where person_id = person.id)`.execute(db)
}

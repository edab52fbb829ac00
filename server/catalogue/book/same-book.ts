import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import { readNames } from '#server/engines/epub/read-names.ts'
import { compactText } from '#server/engines/text/fold-text.ts'

/** Ends of words that name an edition of a book and no other work. */
const edition =
  /(?:版|版本|出版社|[精平简盒软硬]装|译本|全译|足本|插图本|[上中下]{1,3}册|[全共][两二三四五六七八九十\d]+[册卷]|套装|文库|丛书|译丛|系列|名著|\b(?:edition|paperback|hardcover|classics))$/i
/** Words for versions that are works of their own. */
const ownWork = /少年|少儿|儿童|学生|缩写|缩略|节选|简写|漫画|绘本|导读|解读|双语|戏剧|电影/

/** Returns a title without the words behind it that name an edition: `百年孤独` for `《百年孤独》（50周年纪念版）`. */
export function titleOfWork(title: string): string {
  const plain = title.replace(/[《》]/g, '').trim()
  const [, rest, note = ''] =
    /^(.+?)\s*[（(【[]([^（()）】\]]{1,30})[）)】\]]$/.exec(plain) ??
    /^(.+?)[\s：:·—-]+([^\s：:·—-]{1,15})$/.exec(plain) ??
    []
  return rest !== undefined && edition.test(note.trim()) && !ownWork.test(note) ? titleOfWork(rest) : plain
}

/** Returns the names of authors in the form in which they are compared: without countries, roles and punctuation. */
export function foldAuthors(authors: string[]): string[] {
  return authors
    .flatMap((author) => readNames(author))
    .map(({ name }) => compactText(name))
    .filter((name) => name !== '')
}

/**
 * Tells whether two lists of folded authors have an author in common. Chinese forms of foreign names are often
 * shortened to their last part.
 */
export function sharesAuthor(ones: string[], others: string[]): boolean {
  return ones.some((one) => others.some((other) => one === other || isEndOf(one, other) || isEndOf(other, one)))
}

function isEndOf(end: string, name: string): boolean {
  return [...end].length > 1 && name.endsWith(end)
}

/**
 * Returns for each book the folded forms of its titles (with its subtitle, in other languages, those of its editions
 * and its aliases) and of all names of its authors.
 */
export async function listBookNames(
  db: Db,
  ids: string[],
): Promise<Map<string, { titles: string[]; authors: string[] }>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; titles: string[]; authors: string[] }>`
    select id, array[title, title || coalesce(subtitle, ''), coalesce(original_title, '')]
        || array(select edition.title from edition where edition.book_id = book.id and edition.title is not null)
        || array(select alias from search_alias where is_active and name = book.title) as titles,
      authors || array(
        select name from book_author join person on person.id = person_id where book_author.book_id = book.id
        union select person_name.name from book_author join person_name using (person_id)
        where book_author.book_id = book.id) as authors
    from book where id = any(${ids}::uuid[])`.execute(db)
  return new Map(
    rows.map(({ id, titles, authors }) => [
      id,
      { titles: titles.map(compactText).filter(Boolean), authors: foldAuthors(authors) },
    ]),
  )
}

import type { BookRole } from '#shared/api/book/book.ts'
import { cursor, oneOf, pageHref, type PageQuery } from '#web/frame/page/page-query.ts'

interface PersonPageQuery {
  /**
   * The role (such as author) of the person in the listed books; without it the page shows the person with some books
   * of each role.
   */
  role?: BookRole
  cursor?: string
}

export const personQuery: PageQuery<PersonPageQuery> = {
  role: oneOf('role', ['author', 'translator', 'editor', 'illustrator']),
  cursor,
}

export function personHref(id: string, query: PersonPageQuery = {}): string {
  return pageHref(`/person/${id}`, personQuery, query)
}

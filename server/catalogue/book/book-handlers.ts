import type { book } from '#shared/api/book/book.ts'
import { findRedirect } from '#server/catalogue/editing/redirects.ts'
import { missingItem } from '#server/catalogue/item/item-tables.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { topic } from '#server/platform/cache/topics.ts'
import { countBooks, findBook, listBooks } from './book-queries.ts'
import { listRelatedBooks } from './related-books.ts'
import { hasScoredBooks } from './scored-books.ts'

export const bookHandlers: NounHandlers<typeof book> = {
  async list(input, { db, dependsOn }) {
    dependsOn(topic.books, topic.scored('book'))
    if (input.sort !== 'new') dependsOn(topic.order('book', input.sort))
    const [page, counted, hasScores] = await Promise.all([
      listBooks(db, input),
      countBooks(db, input),
      hasScoredBooks(db, input),
    ])
    dependsOn(...page.list.map(({ id: itemId }) => topic.card({ itemType: 'book', itemId })))
    return { ...page, ...counted, hasScores }
  },

  async show({ id }, { db, dependsOn }) {
    dependsOn(topic.book(id), topic.labels, topic.reactions({ itemType: 'book', itemId: id }))
    const found = await findBook(db, id)
    if (found !== undefined) return found
    const winnerId = await findRedirect(db, 'book', id)
    if (winnerId !== null) dependsOn(topic.book(winnerId), topic.reactions({ itemType: 'book', itemId: winnerId }))
    const winner = winnerId === null ? undefined : await findBook(db, winnerId)
    return winner ?? missingItem('book')
  },

  async related({ id, without }, { db, dependsOn }) {
    // Two books may be related because their authors were in one place at the same time. The cached list therefore also
    // depends on the lives of people.
    dependsOn(topic.books, topic.book(id), topic.people)
    return { list: await listRelatedBooks(db, { id, limit: 8, hasRelations: without !== 'relations' }) }
  },
}

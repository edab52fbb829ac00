import type { book } from '#shared/api/book/book.ts'
import { fail } from '#shared/api/failure.ts'
import { findStandIn } from '#server/editing/redirects.ts'
import type { NounHandlers } from '#server/call/handlers.ts'
import { cardOf, orderOf, reactionsTo } from '#server/item/item-topics.ts'
import { countBooks, findBook, listBooks } from './book-queries.ts'
import { listRelatedBooks } from './related-books.ts'

export const bookHandlers: NounHandlers<typeof book> = {
  async list(input, { db, reads }) {
    reads('books')
    if (input.sort !== 'new') reads(orderOf('book', input.sort))
    const [page, total] = await Promise.all([listBooks(db, input), countBooks(db, input)])
    reads(...page.list.map(({ id: itemId }) => cardOf({ itemType: 'book', itemId })))
    return { ...page, total }
  },

  async show({ id }, { db, reads }) {
    reads(`book:${id}`, reactionsTo({ itemType: 'book', itemId: id }))
    const found = await findBook(db, id)
    if (found !== undefined) return found
    const winnerId = await findStandIn(db, 'book', id)
    if (winnerId !== null) reads(`book:${winnerId}`, reactionsTo({ itemType: 'book', itemId: winnerId }))
    const winner = winnerId === null ? undefined : await findBook(db, winnerId)
    return winner ?? fail('missing', '没有找到这本书，它可能已被合并或移走')
  },

  async related({ id }, { db, reads }) {
    reads('books')
    return { list: await listRelatedBooks(db, id, 8) }
  },
}

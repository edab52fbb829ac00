import type { library } from '#shared/api/library.ts'
import type { Context, SignedIn } from '#server/context.ts'
import type { NounHandlers } from '#server/http/handlers.ts'
import { cardOf, orderOf } from '#server/item/item-topics.ts'
import { ConcurrencyLimit } from '#server/call/concurrency-limit.ts'
import { BookFiles } from './book-files.ts'
import { judgeImport } from './judge-import.ts'
import { keepImport } from './keep-import.ts'
import { countShelf, listImported, listShelf, listShelfTags } from './library-queries.ts'
import { removeImport } from './remove-import.ts'
import { dropSent, readSent } from './sent-file.ts'

/** A book taken apart needs several times its size in memory, in the process that reads it; here its bytes wait. */
const importing = new ConcurrencyLimit({ running: 1, waiting: 20, busyMessage: '现在导入的文件很多，请过一会儿再试' })

export const libraryHandlers: NounHandlers<typeof library> = {
  async shelf(input, { db, reads }) {
    reads('books')
    if (input.sort === 'hot') reads(orderOf('book', 'hot'))
    const [page, total] = await Promise.all([listShelf(db, input), countShelf(db, input)])
    reads(...page.list.map(({ id: itemId }) => cardOf({ itemType: 'book', itemId })))
    return { ...page, total }
  },

  async tags(_, { db, reads }) {
    reads('books', 'tags')
    return { list: await listShelfTags(db) }
  },

  async examine(input, { db, storage, user }) {
    return importing.run(async () => judgeImport(db, input.name, await readSent(storage, idOf(user), input)))
  },

  async keep({ bookId, replaces, rights, source, ...sent }, { db, storage, user }) {
    return importing.run(async () => {
      const editorId = idOf(user)
      const bytes = await readSent(storage, editorId, sent)
      const original = { name: sent.name, bytes }
      const choice = { bookId, replaces, rights, source, editorId, original }
      const kept = await keepImport(db, new BookFiles(storage), choice)
      await dropSent(storage, editorId, sent)
      return kept
    })
  },

  async imported(_, { db }) {
    return { list: await listImported(db, 200) }
  },

  async remove({ id }, { db, user }) {
    await removeImport(db, idOf(user), id)
    return {}
  },
}

function idOf(user: Context['user']) {
  return (user as SignedIn).id
}

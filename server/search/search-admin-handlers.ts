import { fail } from '#shared/api/failure.ts'
import type { searchAdmin } from '#shared/api/search/search-admin.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { listAliases, putAlias, removeAlias } from '#server/search/index/search-aliases.ts'
import { explain } from './explain.ts'
import { compactText } from '#server/engines/text/fold-text.ts'
import { listMisses, removeMiss } from './search-misses.ts'
import { rebuildFrom } from '#server/search/index/rebuild-index.ts'

export const searchAdminHandlers: NounHandlers<typeof searchAdmin> = {
  explain: ({ query, bookId }, { db }) => explain(db, query, bookId),

  misses: (page, { db }) => listMisses(db, page),

  async removeMiss({ query }, { db }) {
    await removeMiss(db, query)
    return null
  },

  aliases: async (_, { db }) => ({ list: await listAliases(db) }),

  async putAlias({ alias, name }, { db }) {
    const [from, to] = [compactText(alias), compactText(name)]
    if (from === '') fail('invalid', '别名里要有字', { fields: { alias: '要有字' } })
    if (to === '') fail('invalid', '原名里要有字', { fields: { name: '要有字' } })
    if (from === to) fail('invalid', '这两个名字本来就当作同一个', { fields: { alias: '与原名相同' } })
    await putAlias(db, alias, name)
    return null
  },

  async removeAlias({ alias }, { db }) {
    if (!(await removeAlias(db, alias))) fail('missing', '没有这个别名，它可能已被移除')
    return null
  },

  rebuild: ({ after }, { db }) => rebuildFrom(db, after),
}

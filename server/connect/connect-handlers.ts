import type { connect } from '#shared/api/search/connect.ts'
import { topic } from '#server/cache/topics.ts'
import type { NounHandlers } from '#server/call/handlers.ts'
import { connectNodes } from './connect-nodes.ts'
import { findConnected, listConnected, listExampleBooks } from './connected-queries.ts'
import { findNamed } from './find-named.ts'

export const connectHandlers: NounHandlers<typeof connect> = {
  find({ from, to }, { db, dependsOn }) {
    dependsOn(topic.books, topic.people, topic.relations, topic.marks)
    return connectNodes(db, from, to)
  },

  async name({ query }, { db, dependsOn }) {
    dependsOn(topic.books, topic.people, topic.marks)
    return { list: await findNamed(db, query) }
  },

  async show({ id }, { db, dependsOn }) {
    dependsOn(topic.books, topic.people, topic.marks)
    const node = await findConnected(db, id)
    return { found: node && { id: node.id, name: node.name, note: node.note } }
  },

  async examples(_, { db, dependsOn }) {
    dependsOn(topic.books)
    const ids = await listExampleBooks(db)
    const known = await listConnected(db, ids)
    const nodes = ids.flatMap((id) => known.get(id) ?? []).map(({ id, name, note }) => ({ id, name, note }))
    const half = Math.floor(nodes.length / 2)
    return {
      list: nodes.slice(0, half).flatMap((from, index) => {
        const to = nodes[half + index]
        return to ? [{ from, to }] : []
      }),
    }
  },
}

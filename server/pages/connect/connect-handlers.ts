import type { connect } from '#shared/api/search/connect.ts'
import { topic } from '#server/platform/cache/topics.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { connectNodes } from './connect-nodes.ts'
import { findConnected, listExamples, toConnected } from './connected-queries.ts'
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
    return { found: node && toConnected(node) }
  },

  async examples(_, { db, dependsOn }) {
    dependsOn(topic.books, topic.relations)
    return { list: await listExamples(db) }
  },
}

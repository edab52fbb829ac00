import type { Connected, ConnectPath, ConnectPoint } from '#shared/api/search/connect.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { findConnected, listConnected, type LocatedNode, toConnected } from './connected-queries.ts'
import { listEdges } from './edge-queries.ts'
import { explainStep } from './explain-steps.ts'
import { findPath } from './find-path.ts'

/**
 * Two books, people or places, and the path that connects them. `from` or `to` is null if the id is unknown; `path` is
 * null if no path was found.
 */
export interface Connection {
  from: Connected | null
  to: Connected | null
  path: ConnectPath | null
}

/** Finds and explains the closest path between two books, people or places, given by ids such as `book.{id}`. */
export async function connectNodes(db: Db, fromId: string, toId: string): Promise<Connection> {
  const [from, to] = await Promise.all([findConnected(db, fromId), findConnected(db, toId)])
  const ends = { from: from && toConnected(from), to: to && toConnected(to) }
  if (from === null || to === null || from.id === to.id) return { ...ends, path: null }
  const found = await findPath(from.id, to.id, (nodes) => listEdges(db, nodes))
  if (found === null) return { ...ends, path: null }
  const known = await listConnected(db, found.nodes)
  const nodes = found.nodes.flatMap((id) => known.get(id) ?? [])
  const steps = await Promise.all(
    found.kinds.map(async (kind, index) => {
      const [one, other] = [nodes[index], nodes[index + 1]]
      if (one === undefined || other === undefined) throw new Error('a node of the path is gone')
      return { kind, ...(await explainStep(db, kind, one, other)) }
    }),
  )
  const path = {
    nodes: nodes.map(toConnected),
    steps: steps.map(({ kind, sentence }) => ({ kind, sentence })),
    points: listPoints(nodes, steps),
  }
  return { ...ends, path }
}

/**
 * Lists the points on the map through which a path is drawn, in order. If two people are connected because they met at
 * a place, this place comes between the places of the two people.
 */
function listPoints(nodes: LocatedNode[], steps: { point?: ConnectPoint }[]): ConnectPoint[] {
  const points = nodes.flatMap(({ point }, index) => [point, steps[index]?.point]).filter((point) => point != null)
  return points.filter(({ lng, lat }, index) => points[index - 1]?.lng !== lng || points[index - 1]?.lat !== lat)
}

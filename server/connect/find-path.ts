import type { StepKind } from '#shared/api/search/connect.ts'

/** A connection from one node of the graph (a book, person or place) to another. */
export interface Edge {
  from: string
  to: string
  kind: StepKind
  /** The closer the connection, the lower the cost. Among paths with equally many steps the cheapest is chosen. */
  cost: number
}

/** Returns the edges of several nodes of the graph at once. The number of edges for each node is bounded. */
type ListEdges = (nodes: string[]) => Promise<Edge[]>

/** A path: its nodes (books, people and places), and the kind of each edge between two of them. */
interface FoundPath {
  nodes: string[]
  kinds: StepKind[]
}

interface Reached {
  parent: string | null
  kind: StepKind | null
  depth: number
  cost: number
}

/** The search from one end of a path: the nodes of the graph that it has reached so far. */
interface Side {
  reached: Map<string, Reached>
  /** The nodes of the graph that the last step of the search reached, those with the lowest cost first. */
  frontier: string[]
}

const maxSteps = 8
/**
 * Number of nodes whose neighbours are read per level, which bounds the effort however well connected the nodes are.
 */
const maxFrontier = 60

/**
 * Finds a shortest path between two different nodes by breadth-first search from both ends, of at most eight steps;
 * null if there is none. Because only a limited number of neighbours of each node is read, a path may be missed.
 */
export async function findPath(from: string, to: string, listEdges: ListEdges): Promise<FoundPath | null> {
  const [start, end] = [beginAt(from), beginAt(to)]
  for (let steps = 0; steps < maxSteps; steps++) {
    const [near, far] = start.frontier.length <= end.frontier.length ? [start, end] : [end, start]
    const side = near.frontier.length > 0 ? near : far
    if (side.frontier.length === 0) return null
    const fresh = await expand(side, listEdges)
    const meeting = bestMeeting(fresh, start, end)
    if (meeting !== undefined) return joinAt(meeting, start, end)
  }
  return null
}

function beginAt(node: string): Side {
  return { reached: new Map([[node, { parent: null, kind: null, depth: 0, cost: 0 }]]), frontier: [node] }
}

/**
 * Extends the search from one end by one step, to the neighbours of the nodes that its last step reached. Returns the
 * nodes that this side has reached for the first time.
 */
async function expand(side: Side, listEdges: ListEdges): Promise<string[]> {
  const fresh = new Map<string, Reached>()
  for (const { from, to, kind, cost } of await listEdges(side.frontier)) {
    const source = side.reached.get(from)
    if (source === undefined || side.reached.has(to)) continue
    const one = { parent: from, kind, depth: source.depth + 1, cost: source.cost + cost }
    const known = fresh.get(to)
    if (known === undefined || isCheaper(one, known)) fresh.set(to, one)
  }
  for (const [node, reached] of fresh) side.reached.set(node, reached)
  const nodes = [...fresh].toSorted(([, a], [, b]) => a.cost - b.cost).map(([node]) => node)
  side.frontier = nodes.slice(0, maxFrontier)
  return nodes
}

/** Ties are broken by the id of the parent, so that the same question always has the same answer. */
function isCheaper(one: Reached, other: Reached): boolean {
  return one.cost < other.cost || (one.cost === other.cost && (one.parent ?? '') < (other.parent ?? ''))
}

/** Returns the node among `nodes` through which the best path between the two ends leads, if any does. */
function bestMeeting(nodes: string[], start: Side, end: Side): string | undefined {
  const meetings = nodes.flatMap((node) => {
    const [one, other] = [start.reached.get(node), end.reached.get(node)]
    return one && other ? [{ node, depth: one.depth + other.depth, cost: one.cost + other.cost }] : []
  })
  const [best] = meetings.toSorted((a, b) => a.depth - b.depth || a.cost - b.cost || (a.node < b.node ? -1 : 1))
  return best?.node
}

function joinAt(meeting: string, start: Side, end: Side): FoundPath {
  const [before, after] = [walkBack(meeting, start), walkBack(meeting, end)]
  return {
    nodes: [...before.nodes.toReversed(), meeting, ...after.nodes],
    kinds: [...before.kinds.toReversed(), ...after.kinds],
  }
}

/**
 * Returns the path from a node back to the end of the path where this side of the search began: the nodes, without the
 * given node itself, and the kinds of the edges.
 */
function walkBack(node: string, { reached }: Side): FoundPath {
  const path: FoundPath = { nodes: [], kinds: [] }
  for (let one = reached.get(node); one?.parent && one.kind; one = reached.get(one.parent)) {
    path.nodes.push(one.parent)
    path.kinds.push(one.kind)
  }
  return path
}

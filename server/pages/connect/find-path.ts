import type { StepKind } from '#shared/api/search/connect.ts'

/** A connection from one node of the graph (a book, person or place) to another. */
export interface Edge {
  from: string
  to: string
  kind: StepKind
  /** The more a connection tells, the lower its cost, which is above zero. The cheapest path is chosen. */
  cost: number
}

/** Returns the edges of several nodes of the graph at once. The number of edges for each node is bounded. */
type ListEdges = (nodes: string[]) => Promise<Edge[]>

/** A path: its nodes (books, people and places), and the kind of each edge between two of them. */
interface FoundPath {
  nodes: string[]
  kinds: StepKind[]
}

/** The cheapest way found to a node in a certain number of steps. */
interface Reached {
  parent: string | null
  kind: StepKind | null
  cost: number
}

/**
 * The search from one end of a path. The map at index `n` has the nodes reached in exactly `n` steps, without those
 * that fewer steps reach at no higher cost.
 */
type Side = Map<string, Reached>[]

/** A node that both sides have reached, and in how many steps: a path leads through it. */
interface Meeting {
  node: string
  steps: [fromStart: number, fromEnd: number]
  cost: number
}

const maxSteps = 8
/**
 * Number of nodes whose neighbours are read per step, which bounds the effort however well connected the nodes are.
 */
const maxFrontier = 60

/**
 * Finds the cheapest path between two different nodes, of at most eight steps, by a search from both ends; null if
 * there is none. Because only a limited number of neighbours of each node is read, a path may be missed.
 */
export async function findPath(from: string, to: string, listEdges: ListEdges): Promise<FoundPath | null> {
  const [start, end] = [beginAt(from), beginAt(to)]
  let best: Meeting | undefined
  for (let steps = 0; steps < maxSteps; steps++) {
    // Every path that is not found yet leads through the last steps of both sides.
    if (best !== undefined && lowestCost(start) + lowestCost(end) >= best.cost) break
    const open = [start, end].filter((side) => frontierOf(side).size > 0)
    const [side] = open.toSorted((a, b) => frontierOf(a).size - frontierOf(b).size)
    if (side === undefined) break
    await expand(side, listEdges)
    best = cheapest([...(best ? [best] : []), ...listMeetings(start, end, side)])
  }
  return best === undefined ? null : joinAt(best, start, end)
}

function beginAt(node: string): Side {
  return [new Map([[node, { parent: null, kind: null, cost: 0 }]])]
}

/** Returns the nodes that the last step of the search reached. */
function frontierOf(side: Side): Map<string, Reached> {
  return side.at(-1) ?? new Map()
}

/** Returns the lowest cost of the nodes that the last step reached; 0 if there are none. */
function lowestCost(side: Side): number {
  return [...frontierOf(side).values()].toSorted((a, b) => a.cost - b.cost)[0]?.cost ?? 0
}

/** Extends the search from one end by one step, to the neighbours of the cheapest nodes that its last step reached. */
async function expand(side: Side, listEdges: ListEdges): Promise<void> {
  const sources = frontierOf(side)
  const frontier = [...sources].toSorted(([, a], [, b]) => a.cost - b.cost).map(([node]) => node)
  const next = new Map<string, Reached>()
  for (const { from, to, kind, cost } of await listEdges(frontier.slice(0, maxFrontier))) {
    const one = { parent: from, kind, cost: (sources.get(from)?.cost ?? Infinity) + cost }
    if (side.some((reached) => (reached.get(to)?.cost ?? Infinity) <= one.cost)) continue
    const known = next.get(to)
    if (known === undefined || isCheaper(one, known)) next.set(to, one)
  }
  side.push(next)
}

/** Ties are broken by the id of the parent, so that the same question always has the same answer. */
function isCheaper(one: Reached, other: Reached): boolean {
  return one.cost < other.cost || (one.cost === other.cost && (one.parent ?? '') < (other.parent ?? ''))
}

/** Returns the nodes that the last step of `side` reached and that the other side has reached, too. */
function listMeetings(start: Side, end: Side, side: Side): Meeting[] {
  const other = side === start ? end : start
  const last = side.length - 1
  return [...frontierOf(side)].flatMap(([node, { cost }]) =>
    other.flatMap((reached, steps): Meeting[] => {
      const met = reached.get(node)
      if (met === undefined) return []
      return [{ node, steps: side === start ? [last, steps] : [steps, last], cost: cost + met.cost }]
    }),
  )
}

function cheapest(meetings: Meeting[]): Meeting | undefined {
  return meetings.toSorted((a, b) => a.cost - b.cost || (a.node < b.node ? -1 : 1))[0]
}

function joinAt({ node, steps }: Meeting, start: Side, end: Side): FoundPath {
  const [before, after] = [walkBack(node, steps[0], start), walkBack(node, steps[1], end)]
  return {
    nodes: [...before.nodes.toReversed(), node, ...after.nodes],
    kinds: [...before.kinds.toReversed(), ...after.kinds],
  }
}

/**
 * Returns the path from a node, reached in `steps` steps, back to the end of the path where this side of the search
 * began: the nodes, without the given node itself, and the kinds of the edges.
 */
function walkBack(node: string, steps: number, side: Side): FoundPath {
  const path: FoundPath = { nodes: [], kinds: [] }
  for (let step = steps; step > 0; step--) {
    const one = side[step]?.get(path.nodes.at(-1) ?? node)
    if (!one?.parent || !one.kind) break
    path.nodes.push(one.parent)
    path.kinds.push(one.kind)
  }
  return path
}

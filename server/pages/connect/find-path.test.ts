import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StepKind } from '#shared/api/search/connect.ts'
import { type Edge, findPath } from './find-path.ts'

const costs: Record<StepKind, number> = { relation: 3, credit: 4, company: 5, stay: 6, place: 6 }

/**
 * Returns `listEdges` for a small undirected graph, and `asked`, in which each call of `listEdges` notes the number of
 * nodes it was called with.
 */
function graphOf(links: [one: string, other: string, kind: StepKind][], perNode = 100) {
  const asked: number[] = []
  const listEdges = async (nodes: string[]): Promise<Edge[]> => {
    asked.push(nodes.length)
    return nodes.flatMap((node) =>
      links
        .flatMap(([one, other, kind]) => [
          { from: one, to: other, kind, cost: costs[kind] },
          { from: other, to: one, kind, cost: costs[kind] },
        ])
        .filter(({ from }) => from === node)
        .slice(0, perNode),
    )
  }
  return { listEdges, asked }
}

test('the path with the lowest cost is found, although another one has fewer steps', async () => {
  const links: [one: string, other: string, kind: StepKind][] = [
    ['a', 'b', 'place'],
    ['b', 'z', 'place'],
    ['a', 'c', 'relation'],
    ['c', 'd', 'relation'],
    ['d', 'z', 'relation'],
  ]
  const { listEdges } = graphOf(links)
  const path = { nodes: ['a', 'c', 'd', 'z'], kinds: ['relation', 'relation', 'relation'] }
  assert.deepEqual(await findPath('a', 'z', listEdges), path)
  assert.deepEqual((await findPath('z', 'a', listEdges))?.nodes, ['z', 'd', 'c', 'a'])
  assert.deepEqual((await findPath('a', 'b', listEdges))?.nodes, ['a', 'b'])
  const longer = graphOf([...links.filter(([one]) => one !== 'd'), ['d', 'e', 'relation'], ['e', 'z', 'relation']])
  assert.deepEqual((await findPath('a', 'z', longer.listEdges))?.nodes, ['a', 'b', 'z'])
})

test('of paths with equally many steps the one with the closest connections is chosen, then the one with the lowest id', async () => {
  const ways = (middle: [string, StepKind][]) =>
    graphOf(
      middle.flatMap(([node, kind]) => [
        ['a', node, kind],
        [node, 'z', kind],
      ]),
    ).listEdges
  const chosen = async (middle: [string, StepKind][]) => (await findPath('a', 'z', ways(middle)))?.nodes[1]
  assert.equal(
    await chosen([
      ['p', 'place'],
      ['c', 'company'],
      ['w', 'credit'],
      ['r', 'relation'],
    ]),
    'r',
  )
  assert.equal(
    await chosen([
      ['p', 'place'],
      ['c', 'company'],
      ['w', 'credit'],
    ]),
    'w',
  )
  assert.equal(
    await chosen([
      ['p', 'place'],
      ['c', 'company'],
    ]),
    'c',
  )
  assert.equal(
    await chosen([
      ['n', 'place'],
      ['m', 'place'],
    ]),
    'm',
  )
})

test('there is no path between separate parts, nor one of more than eight steps', async () => {
  const chain = (length: number) =>
    graphOf(Array.from({ length }, (_, index) => [`n${index}`, `n${index + 1}`, 'credit'])).listEdges
  assert.equal(await findPath('n0', 'x', chain(4)), null)
  assert.equal((await findPath('n0', 'n8', chain(8)))?.kinds.length, 8)
  assert.equal(await findPath('n0', 'n9', chain(9)), null)
})

test('hubs bound the effort, and a path through one is found from its other end', async () => {
  const links = (hub: string): [string, string, StepKind][] =>
    Array.from({ length: 500 }, (_, index) => [hub, `${hub}${index}`, 'place'])
  const { listEdges, asked } = graphOf([...links('x'), ...links('y'), ['x499', 'y499', 'relation']])
  assert.deepEqual((await findPath('x0', 'x499', listEdges))?.nodes, ['x0', 'x', 'x499'])
  await findPath('x0', 'y0', listEdges)
  assert.ok(Math.max(...asked) <= 60)
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts'
import { freePort } from '../test/free-port.ts'
import { SiteNode } from './site-node.ts'

interface ThreeNodes {
  nodes: SiteNode[]
  /** A session token of the first admin. */
  token: string
  bookId: string
  stop(): Promise<void>
}

/**
 * Starts three nodes of the site on a new database. `settings` are further environment variables of the nodes; `main`
 * is the program that they run, by default that of this version.
 */
export async function startThreeNodes(settings: Record<string, string>, main?: string): Promise<ThreeNodes> {
  const directory = await mkdtemp(join(tmpdir(), 'zhitu-drill-'))
  const postgres = await startEmbeddedPostgres({ directory })
  const nodes: SiteNode[] = []
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.end('SIGKILL')))
    await postgres.stop()
    await rm(directory, { recursive: true, force: true })
  }
  try {
    const DATABASE_URL = socketUrl(postgres.connection)
    const environment = { DATABASE_URL, DATA_DIR: directory, DATABASE_POOL_SIZE: '8', TRUST_PROXY: 'on', ...settings }
    return { nodes, ...(await startNodes(nodes, environment, main)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * Starts three nodes one after another and adds each to `nodes`. Returns the session token of the first admin and the
 * id of a book.
 */
export async function startNodes(nodes: SiteNode[], environment: NodeJS.ProcessEnv, main?: string) {
  for (let count = 0; count < 3; count++) {
    const node = new SiteNode(await freePort(), environment, main)
    nodes.push(node)
    await node.start()
  }
  return logIn(nodes)
}

/** Returns the URL of a database server whose socket lies in the folder `host`. */
export function socketUrl({ host, user, database, port }: EmbeddedPostgres['connection']): string {
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
}

async function logIn([first]: SiteNode[]) {
  if (first === undefined) throw new Error('there is no node')
  while (!first.output.includes('管理员账号')) await new Promise((wait) => setTimeout(wait, 50))
  const password = /管理员账号（[^）]*）：\S+　密码：(\S+)/.exec(first.output)?.[1]
  const { token } = await call<{ token: string }>(first, '/auth/login', { account: 'admin@zhitu.local', password })
  const { list } = await call<{ list: { id: string }[] }>(first, '/book/list', {})
  return { token, bookId: list[0]?.id ?? '' }
}

async function call<Answer>({ port }: SiteNode, path: string, body: object): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { code, data, message } = (await answer.json()) as { code: number; data: Answer; message: string }
  if (code !== 0) throw new Error(`${path}: ${message}`)
  return data
}

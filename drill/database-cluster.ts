import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chooseAccount } from '#server/platform/postgres/postgres-account.ts'
import { freePort } from '../test/free-port.ts'
import { findProgram } from './debian-program.ts'
import { PatroniMember } from './patroni-member.ts'

const readyWithinMs = 90_000

/**
 * Two PostgreSQL servers, a primary and a synchronous replica of it, which can change roles. Clients connect to a port
 * that always leads to the current primary.
 */
export interface DatabaseCluster {
  /** The port of haproxy, which leads to the primary. */
  port: number
  members: PatroniMember[]
  /** The ids of the processes of etcd and haproxy. */
  furtherProcesses: number[]
  findPrimary(): Promise<PatroniMember>
  /** Resolves when one member is the primary and the other one is its synchronous replica. */
  waitForReplica(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts etcd, two members of a Patroni cluster and haproxy on loopback, with all data in a folder. If one of these
 * programs cannot be found or installed, prints the reason and returns undefined.
 */
export async function startCluster(folder: string): Promise<DatabaseCluster | undefined> {
  const programs = findPrograms()
  if (programs === undefined) return undefined
  await chmod(folder, 0o755)
  const account = chooseAccount(folder)
  const children: ChildProcess[] = []
  const etcdPort = await startEtcd(programs.etcd, { folder, account, children })
  const members: PatroniMember[] = []
  // A member must not be named "first", which is a keyword in PostgreSQL's list of synchronous replicas.
  for (const name of ['east', 'west']) {
    const [port, restPort] = [await freePort(), await freePort()]
    members.push(new PatroniMember({ programs, name, folder, port, restPort, etcdPort, account }))
  }
  const findPrimary = () => findMember(members, '/primary')
  const stop = async () => {
    for (const member of members) await member.kill()
    for (const child of children) await endProcess(child)
  }
  try {
    await members[0]?.start()
    await findPrimary()
    await members[1]?.start()
    const waitForReplica = async () => void (await Promise.all([findPrimary(), findMember(members, '/sync')]))
    await waitForReplica()
    const port = await startDatabaseProxy(programs.haproxy, { folder, members, children })
    const furtherProcesses = children.flatMap(({ pid }) => pid ?? [])
    return { port, members, furtherProcesses, findPrimary, waitForReplica, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function findPrograms() {
  const [etcd, patroni, haproxy] = [findProgram('etcd', 'etcd-server'), findProgram('patroni'), findProgram('haproxy')]
  findProgram('pg_lsclusters', 'postgresql')
  const postgres = globSync('/usr/lib/postgresql/*/bin').findLast((path) => existsSync(join(path, 'pg_basebackup')))
  return etcd && patroni && haproxy && postgres ? { etcd, patroni, haproxy, postgres } : undefined
}

/** Waits until the Patroni of a member answers 200 for this path, such as `/primary`, and returns the member. */
async function findMember(members: PatroniMember[], path: string): Promise<PatroniMember> {
  const end = performance.now() + readyWithinMs
  while (performance.now() < end) {
    for (const member of members) if ((await member.ask(path)) === 200) return member
    await sleep(200)
  }
  const logs = await Promise.all(members.map((member) => member.readLog()))
  throw new Error([`no member of the cluster answers ${path}`, ...logs].join('\n'))
}

interface Starting {
  folder: string
  /** The list to which each started process is added, so that it can be ended later. */
  children: ChildProcess[]
}

async function startEtcd(
  program: string,
  { folder, account, children }: Starting & Pick<PatroniMember['settings'], 'account'>,
) {
  const [port, peerPort] = [await freePort(), await freePort()]
  const data = join(folder, 'etcd')
  await mkdir(data, { mode: 0o700 })
  if (account) await chown(data, account.uid, account.gid)
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`]
  const places = ['--data-dir', data, '--listen-client-urls', client, '--advertise-client-urls', client]
  const peers = [
    '--listen-peer-urls',
    peer,
    '--initial-advertise-peer-urls',
    peer,
    '--initial-cluster',
    `default=${peer}`,
  ]
  children.push(spawn(program, ['--enable-v2', ...places, ...peers], { ...account, cwd: '/', stdio: 'ignore' }))
  const end = performance.now() + readyWithinMs
  while (
    !(await fetch(`${client}/health`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (performance.now() > end) throw new Error('etcd does not start')
    await sleep(100)
  }
  return port
}

/**
 * Starts haproxy with a port that leads to the primary. When a server is no longer the primary, haproxy closes the
 * connections to it.
 */
async function startDatabaseProxy(
  program: string,
  { folder, members, children }: Starting & { members: PatroniMember[] },
) {
  const port = await freePort()
  const lines = [
    'defaults',
    '  mode tcp',
    '  timeout connect 2s',
    '  timeout client 1h',
    '  timeout server 1h',
    '  timeout check 2s',
    'listen primary',
    `  bind 127.0.0.1:${port}`,
    '  option httpchk GET /primary',
    '  default-server check inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
    ...members.map(({ settings }) => `  server ${settings.name} 127.0.0.1:${settings.port} port ${settings.restPort}`),
  ]
  const file = join(folder, 'database.cfg')
  await writeFile(file, `${lines.join('\n')}\n`)
  children.push(spawn(program, ['-db', '-q', '-f', file], { stdio: 'ignore' }))
  return port
}

async function endProcess(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process'
import { chown, mkdir, open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { familyOf } from '../test/process-usage.ts'

interface MemberSettings {
  /** Path of the program `patroni`, and of the folder with the programs of PostgreSQL. */
  programs: { patroni: string; postgres: string }
  name: string
  folder: string
  port: number
  restPort: number
  etcdPort: number
  /** The account under which PostgreSQL runs; undefined for the account of this process. */
  account: { uid: number; gid: number } | undefined
}

/**
 * Patroni's `ttl`: seconds after which a primary that has not renewed its lock counts as lost. Patroni accepts no value
 * below 20, and requires `loop_wait` + 2 × `retry_timeout` ≤ `ttl`.
 */
export const ttlSeconds = 20
const waitSeconds = 5
/** The number of lines of a member's log that an error message shows. */
const logLines = 15

/**
 * One PostgreSQL server and the Patroni process that controls it. Together they stand for one machine, which can be
 * killed or frozen.
 */
export class PatroniMember {
  readonly settings: MemberSettings
  #patroni: ChildProcess | undefined
  #frozen: number[] = []

  constructor(settings: MemberSettings) {
    this.settings = settings
  }

  /** Starts Patroni, which creates the database cluster, or copies it if another member is already the primary. */
  async start() {
    const { name, folder, account, programs } = this.settings
    const home = join(folder, name)
    await mkdir(home, { recursive: true, mode: 0o700 })
    if (account) await chown(home, account.uid, account.gid)
    const file = join(folder, `${name}.json`)
    await writeFile(file, JSON.stringify(this.#configuration(home)))
    const log = await open(join(folder, `${name}.log`), 'a')
    const options = {
      ...account,
      cwd: '/',
      env: { PATH: '/usr/bin:/bin', HOME: home },
      stdio: ['ignore', log.fd, log.fd] as StdioOptions,
    }
    this.#patroni = spawn(programs.patroni, [file], options)
    await log.close()
  }

  /**
   * Returns the HTTP status with which this member's Patroni answers the path, such as 200 for `/primary` if the member
   * is the primary; 0 if there is no answer.
   */
  async ask(path: string): Promise<number> {
    const address = `http://127.0.0.1:${this.settings.restPort}${path}`
    return fetch(address, { signal: AbortSignal.timeout(1000) }).then(
      ({ status }) => status,
      () => 0,
    )
  }

  /** Returns the last lines that Patroni and PostgreSQL have written to the log of this member. */
  async readLog(): Promise<string> {
    const { name, folder } = this.settings
    const lines = (await readFile(join(folder, `${name}.log`), 'utf8').catch(() => '')).trimEnd().split('\n')
    return [`${name}:`, ...lines.slice(-logLines)].join('\n')
  }

  /** Ends all processes at once, as a loss of power does. */
  async kill() {
    this.thaw()
    for (const pid of await this.listProcesses()) send(pid, 'SIGKILL')
    this.#patroni = undefined
  }

  /** Suspends all processes, as if the virtual machine were frozen, until `thaw` is called. */
  async freeze() {
    this.#frozen = await this.listProcesses()
    for (const pid of this.#frozen) send(pid, 'SIGSTOP')
  }

  thaw() {
    for (const pid of this.#frozen) send(pid, 'SIGCONT')
    this.#frozen = []
  }

  /**
   * Returns the ids of all processes of Patroni and of PostgreSQL. The first process of PostgreSQL is not a child of
   * Patroni, so its id is read from `postmaster.pid`.
   */
  async listProcesses(): Promise<number[]> {
    const data = join(this.settings.folder, this.settings.name, 'data')
    const postmaster = Number((await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0])
    const isOurs = postmaster > 0 && (await readCommand(postmaster)).includes(data)
    const roots = [this.#patroni?.pid, isOurs ? postmaster : undefined].filter((pid) => pid !== undefined)
    return (await Promise.all(roots.map(familyOf))).flat()
  }

  #configuration(home: string) {
    const { name, port, restPort, etcdPort, programs } = this.settings
    const times = { ttl: ttlSeconds, loop_wait: waitSeconds, retry_timeout: waitSeconds }
    const address = `127.0.0.1:${port}`
    return {
      scope: 'zhitu',
      name,
      restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
      // Patroni talks to etcd by version 2 of its interface, because by version 3 a primary that was frozen takes the
      // lead back from its successor before Patroni 3.0.3 (https://github.com/patroni/patroni/pull/2689).
      etcd: { host: `127.0.0.1:${etcdPort}` },
      bootstrap: {
        dcs: { ...times, synchronous_mode: true, postgresql: { use_pg_rewind: true } },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
        pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
      },
      postgresql: {
        listen: address,
        connect_address: address,
        data_dir: join(home, 'data'),
        bin_dir: programs.postgres,
        pgpass: join(home, 'pgpass'),
        parameters: { unix_socket_directories: home, shared_buffers: '32MB' },
        authentication: {
          superuser: { username: 'postgres', password: 'drill' },
          replication: { username: 'replicator', password: 'drill' },
          rewind: { username: 'rewinder', password: 'drill' },
        },
      },
    }
  }
}

/** Sends a signal to a process, which may have ended. */
function send(pid: number, signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT') {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Returns the command line of a process, or an empty string if it has ended. */
function readCommand(pid: number): Promise<string> {
  return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
}

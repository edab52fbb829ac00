import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { constants as zlib, brotliCompress, gzip } from 'node:zlib'
import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const root = resolve(import.meta.dirname, '../..')
const sources = ['web', 'shared', 'vite.config.ts', 'package-lock.json']
/** Builds kept: pages still open in a browser go on loading parts of the one they came from. */
const keptBuilds = 3

/** Builds the web part when what it is made of has changed. Returns the folders of the last builds, the one to serve first. */
export async function buildBundle(say: (message: string) => void): Promise<string[]> {
  const builds = join(root, 'dist')
  const directory = join(builds, (await hashSources()).slice(0, 16))
  if (!existsSync(directory)) {
    say('正在构建网页……')
    // Built aside and moved into place, so that a build cut short, or two at once, leave nothing half-made.
    const fresh = join(builds, `new-${process.pid}`)
    await runVite(fresh)
    await compressFiles(join(fresh, 'client'))
    await rename(fresh, directory).catch(() => rm(fresh, { recursive: true, force: true }))
  }
  return [directory, ...(await removeOldBuilds(builds, directory))]
}

/** Returns those that stay beside the current one, newest first. */
async function removeOldBuilds(builds: string, current: string): Promise<string[]> {
  const others = (await readdir(builds))
    .filter((name) => /^[\da-f]{16}$/.test(name))
    .map((name) => join(builds, name))
    .filter((path) => path !== current)
  const dated = await Promise.all(others.map(async (path) => ({ path, time: (await stat(path)).mtimeMs })))
  const newestFirst = dated.sort((a, b) => b.time - a.time).map(({ path }) => path)
  await Promise.all(newestFirst.slice(keptBuilds - 1).map((path) => rm(path, { recursive: true, force: true })))
  return newestFirst.slice(0, keptBuilds - 1)
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

/** In a process of its own: the bundler's memory would otherwise stay with the site. */
async function runVite(outDir: string) {
  const vite = spawn(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--app', '--logLevel', 'warn'],
    {
      cwd: root,
      env: { ...process.env, BUILD_DIR: outDir, NODE_ENV: 'production' },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  const code = await new Promise((done) => vite.once('exit', done))
  if (code !== 0) throw new Error('网页没有构建成功，原因见上。')
}

/** Once, at the best quality, for all who will ask. */
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

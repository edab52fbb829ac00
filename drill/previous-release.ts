import { execFileSync } from 'node:child_process'
import { readFileSync, symlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

interface Release {
  /** The tag of the version or, without one, the abbreviated hash of its commit. */
  name: string
  /** Path of the program that starts this version of the site. */
  main: string
  remove(): Promise<void>
}

/**
 * Checks out an earlier version of the program in a separate folder, and installs and builds it there. `wanted` is its
 * tag or commit. Without `wanted` it is the newest tagged release before the current commit or, if there is none, the
 * commit that `oldestCompatible` returns.
 */
export async function checkOutPrevious(wanted?: string): Promise<Release> {
  const name = wanted ?? newestTag() ?? oldestCompatible()
  const folder = join(await mkdtemp(join(tmpdir(), 'zhitu-previous-')), 'site')
  const remove = async () => {
    git('worktree', 'remove', '--force', folder)
    await rm(resolve(folder, '..'), { recursive: true, force: true })
  }
  git('worktree', 'add', '--detach', folder, name)
  try {
    const lockOf = (directory: string) => readFileSync(join(directory, 'package-lock.json'), 'utf8')
    // If both versions have the same lockfile, the earlier version uses the installed packages of this version.
    if (lockOf(folder) === lockOf(root)) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    else run(folder, 'setup.mjs', '--version')
    const build = pathIn(name, 'build-pages.ts')
    // Early versions have no command `build-pages`; they build their pages at their first start.
    if (build !== undefined) run(folder, build)
    const main = join(folder, pathIn(name, 'main.ts') ?? '')
    return { name: git('describe', '--tags', '--always', name), main, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

function newestTag(): string | undefined {
  const head = git('rev-parse', 'HEAD')
  const tags = git('tag', '--list', 'v*', '--sort=-version:refname', '--merged', 'HEAD').split('\n')
  return tags.find((tag) => tag !== '' && git('rev-parse', `${tag}^{commit}`) !== head)
}

/**
 * Returns the oldest commit from which a rolling update to this version is possible. Its nodes must drain (still answer
 * requests for a while) before they stop, its migrations must be the first ones of this version, and no later migration
 * may declare that it is incompatible with the program of that commit.
 */
function oldestCompatible(): string {
  const here = git('show', `HEAD:${pathIn('HEAD', 'SHA256SUMS')}`)
  const commits = git('log', '--first-parent', '--format=%H', 'HEAD', '--', 'server/*/SHA256SUMS').split('\n')
  let found = 'HEAD~1'
  for (const commit of commits) {
    const there = git('show', `${commit}:${pathIn(commit, 'SHA256SUMS')}`)
    if (!here.startsWith(there) || listExcluding(here, there).length > 0 || !drains(commit)) break
    found = commit
  }
  return found
}

/** Returns the path of the file of the server that has this name in a commit; earlier versions have other folders. */
function pathIn(commit: string, name: string): string | undefined {
  const files = git('ls-tree', '-r', '--name-only', commit, 'server').split('\n')
  return files.find((file) => file.endsWith(`/${name}`))
}

/**
 * Returns whether the nodes of a commit drain: after SIGTERM they still answer requests until the proxy has noticed
 * that they are about to stop.
 */
function drains(commit: string): boolean {
  return git('show', `${commit}:.env.example`).includes('DRAIN_SECONDS')
}

/**
 * Returns those migrations of `here`, but not of `there`, that are incompatible with a program whose newest migration
 * is the last one of `there`.
 */
function listExcluding(here: string, there: string): string[] {
  const namesOf = (text: string) => [...text.matchAll(/(\d{4}-\S+\.sql)/g)].map(([, name = '']) => name)
  const known = namesOf(there)
  const program = Number(known.at(-1)?.slice(0, 4))
  return namesOf(here).filter((name) => {
    if (known.includes(name)) return false
    const text = readFileSync(join(root, 'server/platform/db/migrations', name), 'utf8')
    const [, oldest = name.slice(0, 4)] = /^-- Oldest compatible program: (\d+)/m.exec(text) ?? []
    return Number(oldest) > program
  })
}

function git(...words: string[]): string {
  return execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
}

function run(folder: string, ...words: string[]) {
  execFileSync(process.execPath, words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
}

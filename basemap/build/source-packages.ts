import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Packages with the data from which the basemap is built, and the SHA-256 hashes of the package files that the last
 * build used.
 */
const debian = [
  ['marble-qt-data', '137e6ddc52a3a245be27f44d2ffad063ddf21c0ba5f6d48edc295b3864c9db48'],
  ['libgeonames0', '3e1207ac7c47b82c728064fb7c36921eb1070b73d2f7007799810c5e8d802d41'],
  ['libgeonames-common', '6446f39dbc93451804903f8f88fd6a893bf585509ea85ed90182984038131930'],
] as const
const cesium = ['@cesium/engine@24.0.0', '987445c145b7f35078e3c49b3feb7dbba4b55bef869a0a107beaf09ce3e2de58'] as const

export interface Sources {
  naturalEarth: string
  elevation: string
  blueMarble: string
  landCover: string
  cities: string
  /** Returns the path of the gettext catalogue that translates city names into a language. */
  cityNames(language: string): string
}

/**
 * Downloads and unpacks the packages with the map data into a temporary folder, which is removed when the process
 * exits; nothing is installed on the system.
 */
export function fetchSources(): Sources {
  const folder = mkdtempSync(join(tmpdir(), 'zhitu-basemap-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const [name, hash] of debian) fetchDebian(folder, name, hash)
  fetchLandCover(folder)
  const marble = join(folder, 'usr/share/marble/data')
  return {
    naturalEarth: join(marble, 'naturalearth'),
    elevation: join(marble, 'maps/earth/srtm/3'),
    blueMarble: join(marble, 'maps/earth/bluemarble/bluemarble.jpg'),
    landCover: join(folder, 'package/Source/Assets/Textures/NaturalEarthII/2'),
    cities: join(folder, 'usr/lib/x86_64-linux-gnu/libgeonames.so.0.3.0'),
    cityNames: (language) => join(folder, 'usr/share/locale', language, 'LC_MESSAGES/geonames.mo'),
  }
}

function fetchDebian(folder: string, name: string, hash: string) {
  if (!existsSync('/usr/bin/apt-get') || !existsSync('/usr/bin/dpkg'))
    throw new Error('制作底图要从 Debian 的软件包取数据，而这里没有 apt-get 和 dpkg：请在 Debian 12（amd64）上运行。')
  const own = join(folder, name)
  mkdirSync(own)
  run('apt-get', ['download', '-qq', name], own, `取不到 Debian 的软件包 ${name}：请先执行 apt-get update 再试。`)
  run('dpkg', ['-x', checked(own, name, hash), folder], own, `软件包 ${name} 解不开。`)
}

/**
 * Downloads the npm package that contains the picture of the world's land cover. The package is not listed in
 * package.json, because the map build needs only this picture of it.
 */
function fetchLandCover(folder: string) {
  const [name, hash] = cesium
  const own = join(folder, 'cesium')
  mkdirSync(own)
  run('npm', ['pack', '--silent', name], own, `取不到 npm 的软件包 ${name}。`)
  const picture = 'package/Source/Assets/Textures/NaturalEarthII'
  run('tar', ['-xzf', checked(own, name, hash), '-C', folder, picture], own, `软件包 ${name} 解不开。`)
}

function checked(folder: string, name: string, hash: string): string {
  const file = join(folder, readdirSync(folder)[0] ?? '')
  if (createHash('sha256').update(readFileSync(file)).digest('hex') !== hash)
    throw new Error(`软件包 ${name} 与上次制作底图时的不是同一个文件：请核对来源，再改 source-packages.ts 里的校验值。`)
  return file
}

function run(command: string, args: string[], cwd: string, failure: string) {
  try {
    execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] })
  } catch (cause) {
    throw new Error(failure, { cause })
  }
}

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const folders = ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/usr/local/sbin']

/**
 * Returns the path of a program that a Debian package contains. Installs the package if the drill runs as root on
 * Debian. If the program cannot be found or installed, prints the reason and returns undefined.
 */
export function findProgram(name: string, packageName = name): string | undefined {
  const found = findInstalled(name)
  if (found !== undefined) return found
  if (process.getuid?.() !== 0 || findInstalled('apt-get') === undefined) {
    console.log(`略过 ${name}：没有装，也不能由本程序装（需要 Debian 和 root）。`)
    return undefined
  }
  const install = ['install', '--yes', '--no-install-recommends', packageName]
  spawnSync('apt-get', install, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  const installed = findInstalled(name)
  if (installed === undefined) console.log(`略过 ${name}：软件包 ${packageName} 没能装上。`)
  return installed
}

function findInstalled(name: string): string | undefined {
  return folders.map((folder) => `${folder}/${name}`).find((path) => existsSync(path))
}

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'

/**
 * Paths at which Chromium's headless shell may be installed. The shell has the same engine as the whole browser and
 * takes a third of its processor time.
 */
const headlessShells = ['/usr/bin/chromium-headless-shell', '/usr/lib/chromium/chromium-headless-shell']
const systemBrowsers = [
  ...headlessShells,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/**
 * Finds a Chromium for the browser tests and returns its path: Debian's headless shell if possible, otherwise another
 * Chromium of the system, otherwise Playwright's own. If the process may install packages, it installs the headless
 * shell and missing Chinese fonts.
 */
export function findBrowser(): string {
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  const missing = [
    ...(headlessShells.some((path) => existsSync(path)) ? [] : ['chromium-headless-shell']),
    ...(hasChineseFont() ? [] : ['fonts-noto-cjk']),
  ]
  if (missing.length > 0 && isDebianRoot) {
    console.log(`正在安装 ${missing.join('、')}……`)
    run('apt-get', ['update', '-qq'])
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing])
  }
  const found = system() ?? playwrightBrowser()
  if (found !== undefined) return found
  run('npx', ['playwright', 'install', 'chromium'])
  const installed = playwrightBrowser()
  if (installed === undefined)
    throw new Error('没有可用的 Chromium：请安装系统的 chromium，或运行 npx playwright install chromium。')
  return installed
}

function system() {
  return systemBrowsers.find((path) => existsSync(path))
}

function playwrightBrowser() {
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

function hasChineseFont() {
  const { stdout, error } = spawnSync('fc-list', [':lang=zh'], { encoding: 'utf8' })
  return error === undefined && stdout.trim() !== ''
}

function run(command: string, args: string[]) {
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (status !== 0) console.error(`${command} ${args.join(' ')} 没有成功。`)
}

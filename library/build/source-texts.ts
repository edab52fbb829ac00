import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * npm package with the source texts of the books, and its SHA-256. It is not listed in package.json, because it takes
 * 350 MB when unpacked.
 */
const name = 'chinese-poetry@2.0.1'
const hash = '25b549e46919c3a0569db6b68ddc96956b04a484ea4518ad2bbd4f137e307e86'
export const sourceName = 'chinese-poetry 2.0.1'

/**
 * Downloads and unpacks the package with the source texts into a temporary folder, which is removed when the process
 * exits. Returns the folder with the package's files.
 */
export function fetchTexts(): string {
  const folder = mkdtempSync(join(tmpdir(), 'zhitu-texts-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  execFileSync('npm', ['pack', '--silent', name], { cwd: folder, stdio: 'ignore' })
  const archive = join(folder, readdirSync(folder).find((file) => file.endsWith('.tgz')) ?? '')
  const found = createHash('sha256').update(readFileSync(archive)).digest('hex')
  if (found !== hash) throw new Error(`npm 的软件包 ${name} 与以前不同（${found}），没有用它。`)
  const wanted = [
    'caocaoshiji',
    'chuci',
    'lunyu',
    'mengxue',
    'quantangshi',
    'shijing',
    'sishuwujing',
    'songci',
    'wudaishici',
    'youmengying',
    'yudingquantangshi',
    'nalanxingde',
  ]
  execFileSync('tar', ['-xzf', archive, '-C', folder, ...wanted.map((part) => `package/dist/${part}`)])
  return join(folder, 'package/dist')
}

/** Reads a JSON file of the package with the source texts. */
export function readSource<T>(folder: string, file: string): T {
  return JSON.parse(readFileSync(join(folder, `${file}.json`), 'utf8')) as T
}

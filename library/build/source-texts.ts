import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** 350 MB unpacked, which is why it is no dependency; known by its bytes. */
const name = 'chinese-poetry@2.0.1'
const hash = '25b549e46919c3a0569db6b68ddc96956b04a484ea4518ad2bbd4f137e307e86'
export const sourceName = 'chinese-poetry 2.0.1'

/** Fetches and unpacks the package into a folder of its own, which goes with the process; returns where its files lie. */
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

/** A file of the package. */
export function readSource<T>(folder: string, file: string): T {
  return JSON.parse(readFileSync(join(folder, `${file}.json`), 'utf8')) as T
}

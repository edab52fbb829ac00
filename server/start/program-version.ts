import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the version of this program, which stands in `package.json`. */
export function readProgramVersion(): string {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    version: string
  }
  return version
}

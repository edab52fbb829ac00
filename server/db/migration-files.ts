import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A file of SQL statements that changes the schema. */
export interface Migration {
  /** The file name, which begins with the four digits of `number`. */
  name: string
  number: number
  statements: string
  /** The SHA-256 of the file, in hexadecimal. */
  checksum: string
  /** The number of the last migration that a program must know to work with the schema after this one. */
  oldestProgram: number
}

/** The line with which a migration declares that older programs still work with the schema after it. */
const compatibilityLine = /^-- Oldest compatible program: (\d{4})$/m

/** Reads the `.sql` files of a folder, in the order of their numbers. */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const statements = await readFile(join(directory, name), 'utf8')
      const number = Number(name.slice(0, 4))
      const checksum = createHash('sha256').update(statements).digest('hex')
      return { name, number, statements, checksum, oldestProgram: readOldestProgram(statements) ?? number }
    }),
  )
}

function readOldestProgram(statements: string): number | undefined {
  const digits = compatibilityLine.exec(statements)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

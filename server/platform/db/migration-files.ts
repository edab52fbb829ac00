import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A file of SQL statements that changes the database schema. */
export interface Migration {
  /** The name of the migration file, which begins with the four digits of `number`. */
  name: string
  number: number
  statements: string
  /** The SHA-256 hash of the migration file, in hexadecimal. */
  checksum: string
  /**
   * The oldest version of the site that can still use the schema after this migration, given as the number of the
   * newest migration that this version contains.
   */
  oldestProgram: number
}

/**
 * Matches the line by which a migration file declares that older versions of the site still work after the migration.
 */
const compatibilityLine = /^-- Oldest compatible program: (\d{4})$/m

/** Reads the migrations (`.sql` files) of a folder, in the order of their numbers. */
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

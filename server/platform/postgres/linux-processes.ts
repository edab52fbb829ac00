import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/**
 * Returns the ids of the PostgreSQL processes whose current directory is `directory` (a real path), from Linux's
 * `/proc`.
 */
export function listLinuxProcesses(directory: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isPostgresIn(pid, directory))
}

function isPostgresIn(pid: number, directory: string): boolean {
  try {
    const program = readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
    return ['postgres', 'initdb'].includes(program) && readlinkSync(`/proc/${pid}/cwd`) === directory
  } catch {
    // The process has ended or belongs to another user, so its files in /proc cannot be read.
    return false
  }
}

import { closeSync, copyFileSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs'

const largestBytes = 8 * 1024 * 1024
const tailBytes = 4 * 1024

/**
 * The file PostgreSQL writes its messages to: a file and no pipe, for the server may outlive this process, and would
 * be hindered by a pipe nobody reads.
 */
export type PostgresLog = {
  path: string
  fd: number
  size(): number
  tail(from: number): string
  trim(): void
  close(): void
}

export function openPostgresLog(path: string): PostgresLog {
  // Everybody appends, so that the file can be emptied under a server that writes.
  const fd = openSync(path, 'a+', 0o600)
  const size = () => fstatSync(fd).size
  const log: PostgresLog = {
    path,
    fd,
    size,
    tail(from) {
      const buffer = Buffer.alloc(tailBytes)
      const length = readSync(fd, buffer, 0, tailBytes, Math.max(from, size() - tailBytes))
      return buffer.toString('utf8', 0, length).trim()
    },
    /** Keeps the log within bounds: one old part, one current one. */
    trim() {
      if (size() < largestBytes) return
      copyFileSync(path, `${path}.1`)
      ftruncateSync(fd)
    },
    close: () => closeSync(fd),
  }
  log.trim()
  return log
}

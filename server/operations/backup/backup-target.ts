/** A backup in the folder or bucket where the operator keeps backups. */
export interface StoredBackup {
  name: string
  createTime: Date
  bytes: number
}

/** The folder or bucket where the operator keeps backups. */
export interface BackupTarget {
  /** The folder or bucket in words for the operator, such as a path. */
  description: string
  /**
   * Lets `write` write an archive to a file of this machine. The archive appears at the target under its name only
   * after `write` has ended without an error.
   */
  add<T>(name: string, write: (path: string) => Promise<T>): Promise<T>
  /** Returns all backups, the newest first. */
  list(): Promise<StoredBackup[]>
  delete(name: string): Promise<void>
}

/** The name of an archive that is not complete, because it is being written or its backup was killed. */
export const unfinishedName = /^zhitu-.*\.unfinished$/
const namePattern = /^zhitu-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.zst(\.age)?$/

/** Returns the name of an archive, such as `zhitu-20261122T190000Z.tar.zst`, whose time is UTC. */
export function toBackupName(createTime: Date, { isEncrypted }: { isEncrypted: boolean }): string {
  const time = createTime.toISOString().replace(/[-:]|\.\d+/g, '')
  return `zhitu-${time}.tar.zst${isEncrypted ? '.age' : ''}`
}

/** Returns the time in the name of a backup, or undefined if the name is not that of a backup. */
export function timeOfBackup(name: string): Date | undefined {
  const [, year, month, day, hour, minute, second] = namePattern.exec(name) ?? []
  return year === undefined ? undefined : new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

import { stat } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'

/**
 * Three facts that distinguish the site from its copies, which must not delete files or send mails. The facts change
 * when the site moves to another server; an operator then confirms the move once.
 */
export interface SiteIdentity {
  /**
   * The system identifier of the PostgreSQL cluster and the object id (oid) of the database. A database restored from a
   * dump has different ones.
   */
  database: string
  /** The inode of the embedded database's folder, which differs in a copied folder. Empty for an external database. */
  folder: string
  /** The public URL of the site, which differs for a test copy. */
  publicUrl: string
}

/** The two parts of the site's identity that do not come from the database: its data folder and its public URL. */
export type Installation = Pick<SiteIdentity, 'folder' | 'publicUrl'>

export async function findIdentity(db: Db, installation: Installation): Promise<SiteIdentity> {
  const { rows } = await sql<{ database: string }>`
    select (select system_identifier from pg_control_system()) || '/' || oid as database
    from pg_database where datname = current_database()`.execute(db)
  return { database: rows[0]?.database ?? '', folder: installation.folder, publicUrl: installation.publicUrl }
}

/**
 * Returns the public URL and the database folder of this installation. `cluster` is the path of the embedded database's
 * folder; undefined for an external database.
 */
export async function identifyInstallation(publicUrl: string, cluster: string | undefined): Promise<Installation> {
  return { publicUrl, folder: cluster === undefined ? '' : String((await stat(cluster)).ino) }
}

const differences: [keyof SiteIdentity, string][] = [
  ['database', '数据库'],
  ['folder', '数据目录'],
  ['publicUrl', '网址（PUBLIC_URL）'],
]

/**
 * Returns the Chinese names of the parts in which two site identities differ. A change from a localhost URL to a public
 * URL is allowed.
 */
export function listDifferences(marked: SiteIdentity, here: SiteIdentity): string[] {
  return differences
    .filter(([name]) => marked[name] !== here[name] && !(name === 'publicUrl' && isLocal(marked.publicUrl)))
    .map(([, words]) => words)
}

function isLocal(address: string): boolean {
  return URL.canParse(address) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname)
}

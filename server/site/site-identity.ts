import { stat } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'

/** Three facts that tell the site from a copy of it. All three change when the site moves; then an operator confirms the move once. */
export interface SiteIdentity {
  /** PostgreSQL's own number of the cluster, and the database in it: a restored dump has others. */
  database: string
  /** The inode of the embedded database's folder: a copied folder has another. Empty with a database of the operator's own. */
  folder: string
  /** A copy for trying things out has another address. */
  publicUrl: string
}

/** Where this process runs, apart from what the database says. */
export type SitePlace = Pick<SiteIdentity, 'folder' | 'publicUrl'>

export async function findIdentity(db: Db, place: SitePlace): Promise<SiteIdentity> {
  const { rows } = await sql<{ database: string }>`
    select (select system_identifier from pg_control_system()) || '/' || oid as database
    from pg_database where datname = current_database()`.execute(db)
  return { database: rows[0]?.database ?? '', folder: place.folder, publicUrl: place.publicUrl }
}

/** `cluster` is the folder of the embedded database; undefined where the site uses another database. */
export async function findPlace(publicUrl: string, cluster: string | undefined): Promise<SitePlace> {
  return { publicUrl, folder: cluster === undefined ? '' : String((await stat(cluster)).ino) }
}

const differences: [keyof SiteIdentity, string][] = [
  ['database', '数据库'],
  ['folder', '数据目录'],
  ['publicUrl', '网址（PUBLIC_URL）'],
]

/** Lists the differences between two identities, in words. A site that was tried out on localhost may get its address. */
export function listDifferences(marked: SiteIdentity, here: SiteIdentity): string[] {
  return differences
    .filter(([name]) => marked[name] !== here[name] && !(name === 'publicUrl' && isLocal(marked.publicUrl)))
    .map(([, words]) => words)
}

function isLocal(address: string): boolean {
  return URL.canParse(address) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname)
}

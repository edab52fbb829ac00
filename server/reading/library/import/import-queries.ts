import { sql } from 'kysely'
import { fail } from '#shared/api/failure.ts'
import type { ImportEntry, ImportVerdict, StoredImport } from '#shared/api/book/library-admin.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { listJobsById, type JobStatus } from '#server/platform/jobs/job-queries.ts'

/**
 * A file that an editor has uploaded. `verdict` tells whether it can be imported and into which book, `stored` the
 * result of the import.
 */
export interface UploadedImport {
  id: string
  editorId: string
  name: string
  parts: number
  jobId: string | null
  verdict: ImportVerdict | null
  stored: StoredImport | null
}

const columns = ['id', 'editorId', 'name', 'parts', 'jobId', 'verdict', 'result as stored'] as const
/**
 * Imports that were started before this time are not listed, because a job deletes the uploaded parts of files after a
 * day.
 */
export const oldestListed = sql<Date>`now() - interval '1 day'`

/**
 * Finds the import that a job works on. The id of the import alone is not unique, because the browsers of different
 * editors may generate the same id.
 */
export async function findImport(db: Db, id: string, jobId: string): Promise<UploadedImport | undefined> {
  return db
    .selectFrom('libraryImport')
    .select(columns)
    .where('id', '=', id)
    .where('jobId', '=', jobId)
    .executeTakeFirst()
}

/**
 * Locks an editor's import until the transaction ends. Throws `missing` when the import does not exist or belongs to
 * another editor.
 */
export async function lockImport(db: Db, editorId: string, id: string): Promise<UploadedImport> {
  return (await selectImport(db, editorId, id).forUpdate().executeTakeFirst()) ?? failAsMissing()
}

/** Finds an editor's import. Throws `missing` when it does not exist or belongs to another editor. */
export async function requireImport(db: Db, editorId: string, id: string): Promise<UploadedImport> {
  return (await selectImport(db, editorId, id).executeTakeFirst()) ?? failAsMissing()
}

function selectImport(db: Db, editorId: string, id: string) {
  return db.selectFrom('libraryImport').select(columns).where('id', '=', id).where('editorId', '=', editorId)
}

function failAsMissing() {
  return fail('missing', '没有这个文件，或已过了一天，请重新选择')
}

/** Counts the unfinished imports of an editor: those that wait to be checked, confirmed by the editor or stored. */
export async function countOpenImports(db: Db, editorId: string): Promise<number> {
  const { count } = await db
    .selectFrom('libraryImport')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('editorId', '=', editorId)
    .where('result', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns the files that an editor uploaded for import in the last day, in the order of their upload. */
export async function listImports(db: Db, editorId: string): Promise<ImportEntry[]> {
  const rows = await db
    .selectFrom('libraryImport')
    .select(columns)
    .where('editorId', '=', editorId)
    .where('createTime', '>=', oldestListed)
    .orderBy('createTime')
    .orderBy('id')
    .limit(300)
    .execute()
  const jobs = await listJobsById(
    db,
    rows.flatMap(({ jobId }) => jobId ?? []),
  )
  return rows.map(({ id, name, jobId, verdict, stored }) => {
    const job = jobId === null ? undefined : jobs.get(jobId)
    const state = stateOf({ verdict, stored }, job)
    const isBusy = state === 'judging' || state === 'storing'
    const message = isBusy || state === 'failed' ? (job?.message ?? '') : ''
    return { id, name, state, progress: isBusy ? (job?.progress ?? 0) : 1, message, verdict, stored }
  })
}

function stateOf({ verdict, stored }: Pick<UploadedImport, 'verdict' | 'stored'>, job: JobStatus | undefined) {
  if (stored !== null) return 'stored' as const
  if (job?.state === 'failed') return 'failed' as const
  if (isUnfinished(job)) return verdict === null ? ('judging' as const) : ('storing' as const)
  return verdict === null ? ('failed' as const) : ('judged' as const)
}

export function isUnfinished(job: JobStatus | undefined): boolean {
  return job?.state === 'queued' || job?.state === 'running'
}

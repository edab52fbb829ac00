import type { FastifyInstance } from 'fastify'
import type { Site } from '#shared/api/site.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import { sweepAccountsJob } from '#server/account/sweep-accounts-job.ts'
import { sweepAccounts } from '#server/account/sweep-accounts.ts'
import { makeBackupJob } from '#server/operations/backup/backup-job.ts'
import type { BackupSettings } from '#server/operations/backup/make-backup.ts'
import type { Connection } from '#server/platform/db/open-database.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { largeChangeJob, resumeLargeChangesJob } from '#server/catalogue/editing/large-change-job.ts'
import { resumeLargeChanges } from '#server/catalogue/editing/large-changes.ts'
import { runLargeChange } from '#server/catalogue/editing/run-large-change.ts'
import { handleJob, type JobHandler } from '#server/platform/jobs/define-job.ts'
import { endedJobDays, deleteEndedJobsJob } from '#server/platform/jobs/housekeeping-job.ts'
import type { JobLog } from '#server/platform/jobs/job-attempt.ts'
import { sweepViews } from '#server/catalogue/item/view-counter.ts'
import { sweepViewsJob } from '#server/catalogue/item/sweep-views-job.ts'
import { deleteEndedJobs } from '#server/platform/jobs/delete-ended-jobs.ts'
import { JobWorkers } from '#server/platform/jobs/job-workers.ts'
import { handleImports } from '#server/reading/library/import/handle-imports.ts'
import type { SendMail } from '#server/platform/mail/send-mail.ts'
import { indexBooks } from '#server/search/index/index-books.ts'
import { indexBooksJob } from '#server/search/index/index-books-job.ts'
import { sendDigestsJob } from '#server/account/message/digest-job.ts'
import { sendDigests } from '#server/account/message/send-digests.ts'
import { rebuildIndex } from '#server/search/index/rebuild-index.ts'
import { rebuildSearchJob } from '#server/search/index/rebuild-search-job.ts'
import { sweepSearch, sweepSearchJob } from '#server/search/sweep-search-job.ts'
import { requireOriginalSite } from '#server/http/site/own-site.ts'
import type { Installation } from '#server/http/site/site-identity.ts'
import { readProgramVersion } from './program-version.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { countTilesJob } from '#server/catalogue/mark-cells/count-tiles-job.ts'
import { countNewTiles } from '#server/catalogue/mark-cells/recount-marks.ts'
import { mergedPlaces } from '#server/catalogue/place/merge-places.ts'
import { sweepStorageJob } from '#server/platform/storage/sweep-job.ts'
import { mergedTags } from '#server/catalogue/tag/merge-tags.ts'
import { chooseToday, chooseTodayJob } from '#server/pages/today/choose-today-job.ts'
import { sweepStorage } from '#server/platform/storage/sweep-storage.ts'

interface SiteJobParts {
  db: Db
  connection: Connection
  /** Where and how the site backs itself up every day; null if the operator has not set `BACKUP_TO`. */
  backup?: BackupSettings | null
  site: Site
  /**
   * The facts that identify this installation and distinguish the site from its copies. By default only the site's
   * public URL is known.
   */
  installation?: Installation
  sendMail: SendMail
  storage: Storage
  log: JobLog
}

const mergedNouns = { tag: mergedTags, place: mergedPlaces }
const day = 24 * 3600 * 1000

/** Returns every background job of the site with its handler. */
function siteJobs(parts: SiteJobParts): JobHandler[] {
  const { db, site, storage, log, installation = { publicUrl: site.publicUrl, folder: '' } } = parts
  return [
    handleJob(indexBooksJob, ({ ids }) => inTransaction(db, (db) => indexBooks(db, ids))),
    ...handleImports({ db, storage }),
    handleJob(largeChangeJob, ({ id }, run) => runLargeChange({ db, nouns: mergedNouns }, id, run)),
    handleJob(resumeLargeChangesJob, async () => ({ resumed: await resumeLargeChanges(db) })),
    handleJob(deleteEndedJobsJob, async () => ({
      forgotten: await deleteEndedJobs(db, new Date(Date.now() - endedJobDays * day)),
    })),
    handleJob(sweepAccountsJob, async () => ({ deleted: await sweepAccounts(db) })),
    handleJob(rebuildSearchJob, async (_, run) => {
      const { total } = await db
        .selectFrom('book')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      const count = await rebuildIndex(db, (done) => run.report(Math.min(1, done / total), `已重建 ${done} 本`))
      log.info({ count }, 'search index rebuilt')
      return { count }
    }),
    handleJob(chooseTodayJob, () => chooseToday(db)),
    handleJob(sweepViewsJob, () => sweepViews(db)),
    handleJob(countTilesJob, async () => ({ counted: await inTransaction(db, countNewTiles) })),
    handleJob(sweepSearchJob, () => sweepSearch(db)),
    handleJob(makeBackupJob, async (_, run) => {
      if (!parts.backup) return { skipped: true }
      await requireOriginalSite({ db, storage, installation })
      // The modules that make backups are loaded only when the first backup is made, because they take memory.
      const { makeBackup } = await import('#server/operations/backup/make-backup.ts')
      const source = { connection: parts.connection, storage, site, version: readProgramVersion() }
      const onStep = (sentence: string, share: number) => run.report(share, sentence)
      const { made, deleted } = await makeBackup(source, parts.backup, { signal: run.signal, onStep })
      log.info({ name: made.name, bytes: made.bytes, deleted }, 'backup made')
      return { name: made.name, bytes: made.bytes, deleted }
    }),
    handleJob(sweepStorageJob, async (_, run) => {
      await requireOriginalSite({ db, storage, installation })
      const counts = await sweepStorage(db, storage, { onStep: (share) => run.report(share) })
      log.info(counts, 'storage swept')
      return counts
    }),
    handleJob(sendDigestsJob, async (_, { signal }) => {
      // Without a mail server the digest mails would be written to the server log, and the log must not contain the
      // private notifications of users.
      if (site.codesInLog) return { sent: 0 }
      await requireOriginalSite({ db, storage, installation })
      return { sent: await sendDigests({ ...parts, signal }) }
    }),
  ]
}

/** Runs the site's background jobs in this process, from the time the app is ready until it closes. */
export function runSiteJobs(app: FastifyInstance, parts: SiteJobParts) {
  const workers = new JobWorkers({ ...parts, handlers: siteJobs(parts) })
  app.addHook('onReady', () => workers.start())
  app.addHook('onClose', () => workers.stop())
}

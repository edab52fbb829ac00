import type { Site } from '#shared/api/site.ts'
import { inTransaction } from './db/in-transaction.ts'
import type { Db } from './db/schema.ts'
import { handleJob, type JobHandler } from './jobs/define-job.ts'
import { endedJobDays, forgetJobsJob } from './jobs/housekeeping-job.ts'
import type { JobLog } from './jobs/job-attempt.ts'
import { forgetEndedJobs } from './jobs/job-queries.ts'
import type { SendMail } from './mail/send-mail.ts'
import { indexBooks } from './search/index-books.ts'
import { indexBooksJob } from './search/index-renamed.ts'
import type { Storage } from './storage/storage.ts'

export interface SiteJobParts {
  db: Db
  site: Site
  sendMail: SendMail
  storage: Storage
  log: JobLog
}

const day = 24 * 3600 * 1000

/** Every background job of the site with the function that does it. */
export function siteJobs({ db }: SiteJobParts): JobHandler[] {
  return [
    handleJob(indexBooksJob, ({ ids }) => inTransaction(db, (db) => indexBooks(db, ids))),
    handleJob(forgetJobsJob, async () => ({
      forgotten: await forgetEndedJobs(db, new Date(Date.now() - endedJobDays * day)),
    })),
  ]
}

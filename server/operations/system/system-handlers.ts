import type { system } from '#shared/api/system.ts'
import { fail } from '#shared/api/failure.ts'
import { writeAudit } from '#server/account/audit/write-audit.ts'
import { makeBackupJob } from '#server/operations/backup/backup-job.ts'
import type { Context } from '#server/http/call/context.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { requireUser } from '#server/http/call/require-user.ts'
import { enqueue } from '#server/platform/jobs/enqueue-job.ts'
import { listJobs } from '#server/platform/jobs/job-queries.ts'
import { countWaiting, countWeek, listTopMisses } from './overview-queries.ts'

const jobsShown = 40
const backupsShown = 20

export const systemHandlers: NounHandlers<typeof system> = {
  async overview(_, { db }) {
    const [waiting, week, misses] = await Promise.all([countWaiting(db), countWeek(db), listTopMisses(db)])
    return { waiting, week, misses }
  },

  async show(_, { db, version, backups, replicas }) {
    const [jobs, listed] = await Promise.all([listJobs(db, jobsShown), replicas?.list()])
    return {
      version,
      replicas: listed ?? [],
      backups: backups && (await describeBackups(backups)),
      jobs: jobs.map(({ result: _result, startTime: _startTime, createTime, endTime, ...job }) => ({
        ...job,
        createTime: createTime.toISOString(),
        endTime: endTime?.toISOString() ?? null,
      })),
    }
  },

  async backUp(_, context) {
    const { id: actorId } = requireUser(context)
    if (context.backups === null) fail('conflict', '还没有设置 BACKUP_TO：请运维先写明备份放在哪里')
    const jobId = await context.db.transaction().execute(async (db) => {
      await writeAudit(db, { actorId, action: 'system.backUp', targetType: 'setting', targetId: null })
      return enqueue(db, makeBackupJob, {}, { key: 'schedule' })
    })
    return { jobId }
  },
}

/**
 * Lists the newest backups; if they cannot be read, returns a message instead of an error, because the admin page also
 * shows other facts.
 */
async function describeBackups({ place, list }: NonNullable<Context['backups']>) {
  try {
    const found = await list()
    const newest = found.slice(0, backupsShown)
    return {
      place,
      message: '',
      list: newest.map(({ createTime, ...backup }) => ({ ...backup, createTime: createTime.toISOString() })),
    }
  } catch (error) {
    return { place, message: `读不到备份：${(error as Error).message}`, list: [] }
  }
}

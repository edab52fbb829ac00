import * as z from 'zod/mini'
import { described } from './described.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './text.ts'

const Time = z.string()

/** A background job, which runs on one node at a time. */
const SystemJob = z.strictObject({
  id: Id,
  name: z.string(),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  /** The completed fraction, from 0 to 1. */
  progress: z.number(),
  message: z.string(),
  attempts: z.int(),
  createTime: Time,
  endTime: z.nullable(Time),
})
export type SystemJob = z.infer<typeof SystemJob>

const SystemBackup = z.strictObject({ name: z.string(), createTime: Time, bytes: z.int() })

const SystemReplica = z.strictObject({
  name: z.string(),
  state: described(
    'Whether the replica is as new as the primary, is behind, does not answer, or is no replica but a primary.',
    z.enum(['current', 'behind', 'away', 'primary']),
  ),
  behindBytes: described('How many bytes of changes are not replayed yet; null if unknown.', z.nullable(z.int())),
})
export type SystemReplica = z.infer<typeof SystemReplica>

const System = z.strictObject({
  version: z.string(),
  replicas: described(
    'The replicas of the database that answer public reads; empty if the operator has not set DATABASE_READ_URL.',
    z.array(SystemReplica),
  ),
  backups: described(
    'Where the site keeps its daily backups, and the newest of them; null if the operator has not set BACKUP_TO.',
    z.nullable(z.strictObject({ place: z.string(), message: z.string(), list: z.array(SystemBackup) })),
  ),
  /** The newest jobs, the newest first, and all that failed within a day. */
  jobs: z.array(SystemJob),
})
export type System = z.infer<typeof System>

const Overview = z.strictObject({
  waiting: described(
    'What waits for an editor; each number is at most 1000.',
    z.strictObject({
      recommendations: described('The number of recommendations that wait for a decision.', z.int()),
      comments: described('The number of comments that wait for a check.', z.int()),
      reports: described('The number of reports of comments without a decision.', z.int()),
    }),
  ),
  week: described(
    'The last seven days in China, the present day last.',
    z.array(
      z.strictObject({
        day: described('The day in China, as YYYY-MM-DD.', z.string()),
        users: described('The number of users who registered.', z.int()),
        comments: described('The number of comments that were written.', z.int()),
        recommendations: described('The number of recommendations that were submitted.', z.int()),
      }),
    ),
  ),
  misses: described(
    'The queries of visitors that most often found nothing.',
    z.array(
      z.strictObject({
        query: described('The query as a visitor typed it.', z.string()),
        count: described('How often the query found nothing.', z.int()),
      }),
    ),
  ),
})
export type Overview = z.infer<typeof Overview>

export const system = {
  overview: endpoint({
    method: 'GET',
    path: '/admin/overview',
    access: 'editor',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'Get what waits for editors, the numbers of the week and what visitors searched in vain',
    input: z.object({}),
    output: Overview,
  }),
  show: endpoint({
    method: 'GET',
    path: '/admin/system',
    access: 'admin',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'Get the version of the site, the replicas of its database, its backups and its newest background jobs',
    input: z.object({}),
    output: System,
  }),
  backUp: endpoint({
    method: 'POST',
    path: '/admin/system/backup',
    access: 'admin',
    effect: 'write',
    timeout: 15,
    rate: 10,
    summary: 'Make a backup now, in a background job; a backup that is being made is not made twice',
    input: z.object({}),
    output: z.strictObject({ jobId: Id }),
  }),
}

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

const System = z.strictObject({
  version: z.string(),
  backups: described(
    'Where the site keeps its daily backups, and the newest of them; null if the operator has not set BACKUP_TO.',
    z.nullable(z.strictObject({ place: z.string(), message: z.string(), list: z.array(SystemBackup) })),
  ),
  /** The newest jobs, the newest first, and all that failed within a day. */
  jobs: z.array(SystemJob),
})
export type System = z.infer<typeof System>

export const system = {
  show: endpoint({
    method: 'GET',
    path: '/admin/system',
    access: 'admin',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'Get the version of the site, its backups and its newest background jobs',
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

import type { Pool } from 'pg'

/**
 * Records a heartbeat of a process and unlocks the jobs of processes without a heartbeat for `timeoutMs` milliseconds.
 * Returns true when this process itself was unknown: it is new, or was silent for too long and has lost its jobs.
 */
export async function sendHeartbeat(pool: Pool, name: string, timeoutMs: number): Promise<boolean> {
  const seconds = timeoutMs / 1000
  const { rows } = await pool.query<{ isNew: boolean }>(
    `with silent as (
       delete from job_worker where seen_at < now() - make_interval(secs => $2) and name <> $1
     )
     insert into job_worker (name) values ($1) on conflict (name) do update set seen_at = now()
     returning xmax = 0 as "isNew"`,
    [name, seconds],
  )
  // Job locks younger than the timeout are left alone, because they may belong to a starting process that has not sent
  // its first heartbeat.
  await pool.query(
    `select graphile_worker.force_unlock_workers(array(
       select distinct locked_by from graphile_worker.jobs
       where locked_by is not null and locked_at < now() - make_interval(secs => $1)
         and not exists (select from job_worker where name = locked_by)))`,
    [seconds],
  )
  return rows[0]?.isNew ?? false
}

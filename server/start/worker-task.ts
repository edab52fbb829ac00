import type { Connection } from '#server/platform/db/open-database.ts'

/** The message that the supervisor sends to a worker process after its start. */
export interface WorkerTask {
  connection: Connection
  /** The folders of the builds of the web pages, the current build first. */
  builds: string[]
  /** Whether the site refuses all writes. */
  isReadOnly: boolean
  /** Whether the worker also runs background jobs. */
  runsJobs: boolean
}

/** Messages from the supervisor to a worker process: the task once, later the order to stop. */
export type WorkerMessage =
  | { task: WorkerTask }
  /** The worker answers `/readyz` with 503 from now on, and all other requests as before. */
  | { isDraining: true }
  /** The worker closes the connections that are still busy after `closeWithinMs` milliseconds. */
  | { closeWithinMs: number }

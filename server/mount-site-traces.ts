import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { observeStatements } from '#server/db/open-database.ts'
import type { Db } from '#server/db/schema.ts'
import type { TraceSettings } from '#server/monitoring/trace-settings.ts'
import { readProgramVersion } from './program-version.ts'

interface TracedParts {
  db: Db
  traces?: TraceSettings | null
  log: FastifyBaseLogger
}

/** Traces requests if the operator has named a collector. Must be called before any route is mounted. */
export async function mountSiteTraces(app: FastifyInstance, { db, traces: settings, log }: TracedParts) {
  if (!settings) return
  const [{ TraceExporter }, { RequestTraces }] = await Promise.all([
    import('#server/monitoring/trace-exporter.ts'),
    import('#server/monitoring/request-traces.ts'),
  ])
  const exporter = new TraceExporter(settings, readProgramVersion(), (err, dropped) =>
    log.warn({ err, dropped }, 'traces not sent'),
  )
  const traces = new RequestTraces(exporter, settings.ratio)
  traces.mount(app)
  observeStatements(db, (statement) => traces.recordStatement(statement))
}

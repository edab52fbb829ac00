import { CompiledQuery, type DatabaseConnection, PostgresDriver, type TransactionSettings } from 'kysely'
import { findRequestId } from './request-context.ts'

/** The `application_name` of all connections of the site. */
export const applicationName = 'zhitu'

/**
 * Names each transaction after its HTTP request, so that PostgreSQL's log and `pg_stat_activity` show which request
 * holds a lock. The name is sent together with `begin` and costs no round trip of its own.
 */
export class NamedTransactionDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    const requestId = findRequestId()
    const isPlain = settings.isolationLevel === undefined && settings.accessMode === undefined
    // The id becomes a part of the SQL text. Only ids of the form that the server generates are accepted, so that
    // nothing else can get into the statement.
    if (requestId === undefined || !isPlain || !/^[\da-f-]{36}$/.test(requestId))
      return super.beginTransaction(connection, settings)
    await connection.executeQuery(
      CompiledQuery.raw(`begin; set local application_name to '${applicationName} ${requestId}'`),
    )
  }
}

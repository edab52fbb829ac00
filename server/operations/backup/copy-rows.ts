import { once } from 'node:events'
import type pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { quote } from './database-tables.ts'

interface Copied {
  name: string
  columns: string[]
}

/** Rows are written in pieces of at least this size, so that memory use does not depend on the size of a table. */
const pieceBytes = 4 * 1024 * 1024

/**
 * Settings of the database connection that decide how values are written as text, so that every PostgreSQL version
 * writes and reads them alike.
 */
export const copySettings =
  "set timezone to 'UTC'; set datestyle to 'ISO, YMD'; set intervalstyle to 'postgres'; set bytea_output to 'hex';" +
  "set client_encoding to 'UTF8'; set statement_timeout to 0"

/** Reads the rows of a table, each ended by a newline, in the text format of PostgreSQL's COPY. */
export async function* copyOut(client: pg.Client, { name, columns }: Copied): AsyncGenerator<Buffer> {
  const rows = client.query(to(`copy ${quote(name)} (${columns.map(quote).join(', ')}) to stdout`))
  let pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of rows as AsyncIterable<Buffer>) {
    pieces.push(piece)
    bytes += piece.length
    if (bytes < pieceBytes) continue
    yield Buffer.concat(pieces)
    pieces = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(pieces)
}

/**
 * Writes into a table the rows that `copyOut` has read. Rejects, as the statement does, when PostgreSQL refuses a row.
 */
export async function copyIn(client: pg.Client, { name, columns }: Copied, pieces: AsyncIterable<Buffer>) {
  const rows = client.query(from(`copy ${quote(name)} (${columns.map(quote).join(', ')}) from stdin`))
  let hasFailed = false
  rows.on('error', () => {
    hasFailed = true
  })
  const ended = once(rows, 'finish')
  // The rejection is awaited below. Until then Node would report it as unhandled if it happens while a piece is read.
  ended.catch(() => undefined)
  for await (const piece of pieces) {
    // After PostgreSQL has refused a row, writing to the stream would only throw an error of the stream. The error of
    // PostgreSQL is thrown below.
    if (hasFailed) break
    if (!rows.write(piece)) await Promise.race([once(rows, 'drain'), ended])
  }
  if (!hasFailed) rows.end()
  await ended
}

import type { Compilable, CompiledQuery, RawBuilder } from 'kysely'
import type { Db } from './schema.ts'

/**
 * Returns a function that executes a query for given values and returns its rows. Only the first call writes the SQL,
 * because writing the SQL of a large query takes about as long as reading its answer. `build` must therefore make the
 * same SQL for all values, and pass each value to the database as it is.
 */
export function compileOnce<Values extends unknown[], Row>(
  build: (db: Db, ...values: Values) => Compilable<Row> | RawBuilder<Row>,
): (db: Db, ...values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  // Each marker stands for the value at its position among the parameters of the compiled query.
  const markers: unknown[] = Array.from({ length: build.length - 1 }, () => ({}))
  return async (db, ...values) => {
    compiled ??= build(db, ...(markers as Values)).compile(db)
    const parameters = compiled.parameters.map((one) => (markers.includes(one) ? values[markers.indexOf(one)] : one))
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}

import {
  CamelCasePlugin,
  type Driver,
  type KyselyPlugin,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresQueryCompiler,
  type PluginTransformQueryArgs,
  type RootOperationNode,
  type UnknownRow,
} from 'kysely'
import { NamedTransactionDriver } from './named-transactions.ts'

/**
 * Converts names between the snake case of the database and the camel case of the code. It is faster than
 * `CamelCasePlugin` of Kysely, which copies the whole tree of every query to rename its identifiers and examines the
 * prototypes of every value of every row. `SnakeCaseDialect` renames the identifiers while it writes the SQL.
 */
class ColumnNames extends CamelCasePlugin {
  override transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return node
  }

  /** Returns the name that a table, column or other identifier of a query has in the database. */
  toDatabase(name: string): string {
    return this.snakeCase(name)
  }

  protected override mapRow(row: UnknownRow): UnknownRow {
    const mapped: UnknownRow = {}
    for (const name of Object.keys(row)) mapped[this.camelCase(name)] = this.#mapValue(row[name])
    return mapped
  }

  #mapValue(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one: unknown) => (isPlainObject(one) ? this.mapRow(one) : one))
    return isPlainObject(value) ? this.mapRow(value) : value
  }
}

/** Returns whether a value is an object that was read from JSON. Instances of classes, such as dates, are not. */
function isPlainObject(value: unknown): value is UnknownRow {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

const columnNames = new ColumnNames()

/** The plugin that must be used together with `SnakeCaseDialect`: it converts the names in the results of queries. */
export const camelCaseResults: KyselyPlugin = columnNames

class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(columnNames.toDatabase(identifier))
  }
}

/** The dialect of PostgreSQL for queries whose tables and columns are named in camel case. */
export class SnakeCaseDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createQueryCompiler(): PostgresQueryCompiler {
    return new SnakeCaseCompiler()
  }

  override createDriver(): Driver {
    return new NamedTransactionDriver(this.#config)
  }
}

/** Types of the functions of the library js-yaml that the catalogue uses; the library contains no types. */
declare module 'js-yaml' {
  /** A set of YAML types; the core schema of YAML 1.2 has no dates, so that `1934-10-01` is a string. */
  export interface Schema {
    readonly name?: string
  }

  export const CORE_SCHEMA: Schema
  /** Returns undefined for an empty text. Throws an error that names the line of a mistake. */
  export function load(text: string, options: { schema: Schema }): unknown
  export interface DumpOptions {
    schema: Schema
    /** The length after which a string is folded; -1 for no limit. */
    lineWidth: number
    noRefs: boolean
    /** Leaves out undefined values and functions, which otherwise throw an error. */
    skipInvalid: boolean
  }

  export function dump(content: object, options: DumpOptions): string
}

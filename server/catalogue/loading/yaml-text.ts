import { CORE_SCHEMA, dump, load } from 'js-yaml'

/**
 * Parses the YAML text of a file of the catalogue; an empty text is null. Dates remain strings. Throws an error that
 * names the line of a mistake.
 */
export function parseYaml(text: string): unknown {
  return load(text, { schema: CORE_SCHEMA }) ?? null
}

/**
 * Returns the YAML text of a list or an object, with long strings on one line, and without undefined fields or
 * references.
 */
export function toYamlText(content: object): string {
  return dump(content, { schema: CORE_SCHEMA, lineWidth: -1, noRefs: true, skipInvalid: true })
}

const maxEntities = 200
/** The maximum number of characters that the entities of one document may add to it. */
const maxAdded = 200_000

/**
 * Removes the first document type declaration of a document and replaces the entities that it declares as short plain
 * texts. Entities that contain markup or other entities, or lie in other files, stay unexpanded, so that no document
 * can grow without bounds. Only the first declaration is handled, because a search for further ones would take
 * quadratic time if they are not closed.
 */
export function expandEntities(source: string): string {
  const at = source.search(/<!DOCTYPE/i)
  if (at < 0) return source
  const [declaration = ''] = /^<!DOCTYPE[^[>]*(\[[^\]]*\]\s*)?>/i.exec(source.slice(at)) ?? []
  const rest = source.slice(0, at) + source.slice(at + declaration.length)
  const values = new Map<string, string>()
  for (const [, name = '', double, single] of declaration.matchAll(
    /<!ENTITY\s+([\w.-]+)\s+(?:"([^"]*)"|'([^']*)')\s*>/g,
  )) {
    const value = double ?? single ?? ''
    if (value.length <= 200 && !/[&<>%]/.test(value) && values.size < maxEntities) values.set(name, value)
  }
  if (values.size === 0) return rest
  let added = 0
  return rest.replace(/&([\w.-]+);/g, (whole, name: string) => {
    const value = values.get(name)
    if (value === undefined || added + value.length > maxAdded) return whole
    added += value.length
    return value
  })
}

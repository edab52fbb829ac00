/**
 * Parses the character dictionary of opencc-js (`萬 万|與 与|…`) into a map from traditional characters to simplified ones.
 * The caller provides the dictionary, so that the browser can load it only when a search needs it.
 */
export function parseSimplifiedCharacters(dictionary: string): ReadonlyMap<string, string> {
  return new Map(dictionary.split('|').map((pair) => pair.split(' ').slice(0, 2) as [string, string]))
}

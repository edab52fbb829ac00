/** The standard properties that replace the properties with the prefix `-epub-`, which browsers do not know. */
const standardNames: Record<string, string> = {
  'text-combine': 'text-combine-upright',
  'text-combine-horizontal': 'text-combine-upright',
}
const known = new Set(
  (
    'hyphens line-break word-break text-align-last text-emphasis text-emphasis-color text-emphasis-style text-emphasis-position ' +
    'text-orientation text-transform text-underline-position writing-mode ruby-position text-decoration ' +
    'text-combine text-combine-horizontal'
  ).split(' '),
)
/**
 * The standard value for wide letters, followed by a property of our own, by which the reader finds the text whose
 * letters it must widen in browsers that do not know the value.
 */
const wideLetters = 'full-width;--wide-letters:1'
/** Values of properties that EPUB or its old versions spell differently than the standard. */
const standardValues: Record<string, Record<string, string>> = {
  'writing-mode': { 'tb-rl': 'vertical-rl', 'lr-tb': 'horizontal-tb', 'rl-tb': 'horizontal-tb' },
  'text-orientation': {
    'vertical-right': 'mixed',
    'sideways-right': 'sideways',
    'rotate-right': 'sideways',
    'rotate-normal': 'mixed',
  },
  'text-combine-upright': { horizontal: 'all' },
  'text-transform': { '-epub-fullwidth': wideLetters, 'full-width': wideLetters },
  'text-underline-position': { alphabetic: 'auto' },
  'ruby-position': { 'inter-character': 'inter-character' },
}

/**
 * Returns the standard CSS property for a property with the prefix `-epub-`, and for `text-transform`, whose values may
 * have the prefix; undefined for any other name. EPUB 3 requires reading systems to support these properties.
 */
export function standardProperty(name: string): string | undefined {
  const plain = name.toLowerCase().replace(/^-epub-/, '')
  if (plain === 'text-transform') return plain
  return plain.length < name.length && known.has(plain) ? (standardNames[plain] ?? plain) : undefined
}

export function standardValue(property: string, value: string): string | undefined {
  return standardValues[property]?.[value.toLowerCase()]
}

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
/** Values of properties with the prefix `-epub-` that the standard properties spell differently. */
const standardValues: Record<string, Record<string, string>> = {
  'writing-mode': { 'tb-rl': 'vertical-rl', 'lr-tb': 'horizontal-tb', 'rl-tb': 'horizontal-tb' },
  'text-orientation': {
    'vertical-right': 'mixed',
    'sideways-right': 'sideways',
    'rotate-right': 'sideways',
    'rotate-normal': 'mixed',
  },
  'text-combine-upright': { horizontal: 'all' },
  'text-transform': { '-epub-fullwidth': 'full-width' },
  'text-underline-position': { alphabetic: 'auto' },
  'ruby-position': { 'inter-character': 'inter-character' },
}

/**
 * Returns the standard CSS property for a property with the prefix `-epub-`; undefined for any other name. EPUB 3
 * requires reading systems to support these properties.
 */
export function standardProperty(name: string): string | undefined {
  const plain = /^-epub-(.+)$/i.exec(name)?.[1]?.toLowerCase()
  return plain !== undefined && known.has(plain) ? (standardNames[plain] ?? plain) : undefined
}

export function standardValue(property: string, value: string): string | undefined {
  return standardValues[property]?.[value.toLowerCase()]
}

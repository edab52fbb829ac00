/** A section of a text: a chapter, or another entry of its table of contents. */
export interface ComparedSection {
  title: string
  /** A digest of the plain text. */
  hash: string
  countCharacters: number
}

interface SectionChange {
  change: 'same' | 'changed' | 'added' | 'removed'
  title: string
  /**
   * The number of characters before and after the change. The number before is null for a new section, the number after
   * is null for a removed one.
   */
  before: number | null
  after: number | null
}

/**
 * Compares the sections of two texts. Sections with the same title and words are the same, wherever they stand. Of the
 * remaining sections, one of each text with the same words, or else with the same title, count as one changed section.
 * The changes are returned in the order of the new text, and the removed sections after them.
 */
export function compareSections(before: ComparedSection[], after: ComparedSection[]): SectionChange[] {
  const left = new Set(before)
  const partners = new Map<ComparedSection, ComparedSection>()
  const keys = [
    ({ title, hash }: ComparedSection) => `${title} ${hash}`,
    ({ hash }: ComparedSection) => hash,
    ({ title }: ComparedSection) => (title === '' ? null : title),
  ]
  for (const keyOf of keys) {
    const known = Map.groupBy(left, keyOf)
    for (const section of after) {
      const key = keyOf(section)
      const partner = key === null || partners.has(section) ? undefined : known.get(key)?.shift()
      if (partner === undefined) continue
      partners.set(section, partner)
      left.delete(partner)
    }
  }
  const present = after.map((section): SectionChange => {
    const partner = partners.get(section)
    const { title, hash, countCharacters } = section
    if (partner === undefined) return { change: 'added', title, before: null, after: countCharacters }
    const change = partner.title === title && partner.hash === hash ? 'same' : 'changed'
    return { change, title, before: partner.countCharacters, after: countCharacters }
  })
  const removed = [...left].map(({ title, countCharacters }): SectionChange => ({
    change: 'removed',
    title,
    before: countCharacters,
    after: null,
  }))
  return [...present, ...removed]
}

import { escapeMarkup } from './clean-attributes.ts'

/** Matches the names of attributes in which some reading apps store the whole text of a note, such as `zy-footnote`. */
const noteAttribute = /(^|-)foot(er)?-?note$/
/** Matches the classes of pictures that stand for a note whose text is the alternative text of the picture. */
const noteClass = /(^|\s)[\w-]*foot(er)?[-_]?note(\s|$)/i
/** Matches an alternative text that is only a marker and no note. */
const bareMarker = /^[[〔［(（【]?(注释?|脚注|note|footnote|\*|[\d①-⑳]+)?[\]〕］)）】]?$/iu
const maxLength = 5000

/** Returns the text of the note that an element has in an attribute; undefined if it has none. */
export function noteTextOf(name: string, attributes: Record<string, string>): string | undefined {
  const named = Object.entries(attributes).find(([attribute, value]) => noteAttribute.test(attribute) && isNote(value))
  const isNotePicture = name === 'img' && noteClass.test(attributes['class'] ?? '')
  const text = named?.[1] ?? (isNotePicture ? [attributes['alt'], attributes['title']].find(isNote) : undefined)
  return text
    ?.replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxLength)
}

function isNote(value = ''): boolean {
  return !bareMarker.test(value.trim()) && !/^(true|false|#\S*|https?:\S*)$/i.test(value.trim())
}

/**
 * The notes of a document that stood in attributes, which only the app of their publisher shows. They become notes at
 * the end of the document, with links to them where they belong.
 */
export class AttributeNotes {
  #count = 0
  /** The markup of the notes, in the order of their links. */
  markup = ''

  /** Adds a note, which is hidden on pages without room for notes. Returns the start tag of the link to it. */
  add(text: string, isHidden: boolean): string {
    this.#count += 1
    const [note, link] = [`attribute-note-${this.#count}`, `attribute-note-link-${this.#count}`]
    this.markup +=
      `<aside epub:type="footnote" role="doc-footnote" id="${note}"${isHidden ? ' hidden="hidden"' : ''}>` +
      `<p>${escapeMarkup(text)}<a href="#${link}" epub:type="backlink" role="doc-backlink">↩</a></p></aside>`
    return `<a href="#${note}" id="${link}" epub:type="noteref" role="doc-noteref">`
  }
}

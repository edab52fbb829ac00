import type { Outline, Section } from '#shared/api/reader/reading.ts'
import { findAll, findFirst, textOf, type XmlDocument, type XmlElement } from '#server/engines/epub/xml-tree.ts'
import { propertyNames, renditionVocabulary } from './property-names.ts'

const sectionVocabulary = 'http://idpf.org/epub/vocab/package/itemref/#'

type Rendition = Outline['rendition']
type SectionLayout = Pick<Section, 'layout' | 'side' | 'flow' | 'isCentred'>

const layouts: Record<string, Section['layout']> = { 'pre-paginated': 'fixed', reflowable: 'reflowable', roll: 'roll' }
const flows: Record<string, Rendition['flow']> = {
  paginated: 'paginated',
  'scrolled-doc': 'scrolled',
  'scrolled-continuous': 'scrolled',
}
// The value `portrait` is deprecated and has the meaning of `both`.
const spreads: Record<string, Rendition['spread']> = {
  none: 'none',
  landscape: 'landscape',
  both: 'both',
  portrait: 'both',
}

/**
 * Returns how a book wants to be shown, from the metadata of its package. `display` is the file in which publishers
 * told Apple's reading app that a book has fixed pages, before the EPUB standard had a property for it.
 */
export function readRendition(root: XmlElement, display: XmlDocument | undefined) {
  const orientation = valueOf(root, 'orientation')
  const rendition: Rendition = {
    flow: flows[valueOf(root, 'flow')] ?? 'auto',
    spread: spreads[valueOf(root, 'spread')] ?? 'auto',
    orientation: orientation === 'landscape' || orientation === 'portrait' ? orientation : 'auto',
    ...readPageSize(valueOf(root, 'viewport')),
  }
  const layout = layouts[valueOf(root, 'layout')] ?? (isFixedElsewhere(root, display) ? 'fixed' : 'reflowable')
  return { rendition, layout }
}

/** Returns how a section wants to be shown: its properties in the spine have precedence over the layout of the book. */
export function readSectionLayout(
  properties: string,
  layout: Section['layout'],
  names: ReturnType<typeof propertyNames>,
): SectionLayout {
  const named = properties.split(/\s+/).flatMap((property) => nameOf(property, names))
  const find = <Value>(prefix: string, values: Record<string, Value>) =>
    named.flatMap((name) => (name.startsWith(prefix) ? [values[name.slice(prefix.length)]] : [])).find(Boolean)
  const side = find('page-spread-', { left: 'left', right: 'right', center: 'center' } as const)
  const flow = find('flow-', flows)
  return {
    layout: find('layout-', layouts) ?? layout,
    ...(side !== undefined && { side }),
    ...(side === undefined && named.includes('spread-none') && { side: 'center' as const }),
    ...(flow !== undefined && { flow }),
    ...(named.includes('align-x-center') && { isCentred: true as const }),
  }
}

/** Returns the first value of a property about the rendition of the whole book. */
function valueOf(root: XmlElement, property: string): string {
  const names = propertyNames(root)
  const metas = findAll(findFirst(root, 'metadata') ?? root, 'meta')
  return textOf(
    metas.find(
      ({ attribs }) =>
        names(attribs['property'] ?? '') === renditionVocabulary + property && attribs['refines'] === undefined,
    ),
  )
}

/**
 * Returns the name of a property of a section without its prefix; nothing for a property that the reader does not know.
 */
function nameOf(property: string, names: ReturnType<typeof propertyNames>): string[] {
  const address = names(property, sectionVocabulary)
  if (address.startsWith(renditionVocabulary)) return [address.slice(renditionVocabulary.length)]
  return /^page-spread-(left|right)$/.test(property) ? [property] : []
}

function isFixedElsewhere(root: XmlElement, display: XmlDocument | undefined): boolean {
  const isFixed = ({ attribs }: XmlElement, text: string) => attribs['name'] === 'fixed-layout' && text === 'true'
  return (
    findAll(root, 'meta').some((meta) => isFixed(meta, meta.attribs['content'] ?? '')) ||
    (display !== undefined && findAll(display, 'option').some((option) => isFixed(option, textOf(option))))
  )
}

/**
 * Returns the size of a page in pixels as the content of a `viewport` states it, or nothing if it states none. If a
 * value is given several times, the first one counts. Units are ignored.
 */
export function readPageSize(content: string): { width?: number; height?: number } {
  const size = (name: string) => {
    const value = new RegExp(`(?:^|[\\s,;])${name}\\s*=\\s*([\\d.]+)`, 'i').exec(content)?.[1]
    const pixels = Math.round(Number.parseFloat(value ?? ''))
    return pixels > 0 && pixels <= 20_000 ? pixels : undefined
  }
  const [width, height] = [size('width'), size('height')]
  return width === undefined || height === undefined ? {} : { width, height }
}

import type { Site } from '#shared/api/site.ts'
import { type OpdsLink, type OpdsPath, type OpdsList, opdsRoots } from './opds-list.ts'
import { atomTypes, namespaces, writeAtomEntry } from './write-atom-entry.ts'
import { element, linkElement } from './write-xml.ts'

const feedNamespaces = {
  ...namespaces,
  'xmlns:opensearch': 'http://a9.com/-/spec/opensearch/1.1/',
  'xmlns:thr': 'http://purl.org/syndication/thread/1.0',
}

export function opdsKindOf({ books }: OpdsList): 'navigation' | 'acquisition' {
  return books === undefined ? 'navigation' : 'acquisition'
}

/** Returns a list of books or of further lists as an OPDS 1.2 (Atom) document. */
export function writeAtomList(site: Site, feed: OpdsList): string {
  const { publicUrl } = site
  const address = (path: OpdsPath) => publicUrl + opdsRoots.atom + path
  const entries = feed.books?.map((book) => writeAtomEntry(site, book)) ?? feed.navigation?.map(entryOf) ?? []
  function entryOf({ path, title, remark, count, rel, kind }: OpdsLink) {
    return element(
      'entry',
      {},
      [
        element('title', {}, title),
        element('id', {}, address(path)),
        element('updated', {}, feed.updated.toISOString()),
        element('content', { type: 'text' }, remark ?? title),
        linkElement({
          rel: rel ?? 'subsection',
          href: address(path),
          type: atomTypes[kind],
          ...(count !== undefined && { 'thr:count': String(count) }),
        }),
      ].join(''),
      'markup',
    )
  }
  const parts = [
    element('id', {}, address(feed.firstPath)),
    element('title', {}, feed.title),
    feed.subtitle === undefined ? '' : element('subtitle', {}, feed.subtitle),
    element('updated', {}, feed.updated.toISOString()),
    element('author', {}, element('name', {}, site.name) + element('uri', {}, publicUrl), 'markup'),
    element('icon', {}, `${publicUrl}/favicon.svg`),
    ...linksOf(feed, publicUrl),
    feed.total === undefined ? '' : element('opensearch:totalResults', {}, String(feed.total)),
    feed.perPage === undefined ? '' : element('opensearch:itemsPerPage', {}, String(feed.perPage)),
    ...entries,
  ]
  return `<?xml version="1.0" encoding="utf-8"?>\n${element('feed', feedNamespaces, parts.join(''), 'markup')}`
}

function linksOf(feed: OpdsList, publicUrl: string): string[] {
  const root = publicUrl + opdsRoots.atom
  const type = atomTypes[opdsKindOf(feed)]
  const links = [
    linkElement({ rel: 'self', href: root + feed.path, type }),
    linkElement({ rel: 'start', href: root, type: atomTypes.navigation, title: '书库首页' }),
    linkElement({ rel: 'search', href: `${root}/search.xml`, type: atomTypes.search, title: '搜索' }),
    linkElement({ rel: 'alternate', href: publicUrl + opdsRoots.json + feed.path, type: 'application/opds+json' }),
  ]
  if (feed.up !== undefined) links.push(linkElement({ rel: 'up', href: root + feed.up, type: atomTypes.navigation }))
  if (feed.perPage !== undefined) links.push(linkElement({ rel: 'first', href: root + feed.firstPath, type }))
  if (feed.nextPath !== undefined) links.push(linkElement({ rel: 'next', href: root + feed.nextPath, type }))
  for (const { group, links: choices } of feed.facets ?? [])
    for (const { path, title, isActive, count } of choices)
      links.push(
        linkElement({
          rel: 'http://opds-spec.org/facet',
          href: root + path,
          type: atomTypes.acquisition,
          title,
          'opds:facetGroup': group,
          'opds:activeFacet': isActive ? 'true' : undefined,
          'thr:count': count === undefined ? undefined : String(count),
        }),
      )
  return links
}

/** Returns the OpenSearch 1.1 description, which tells OPDS 1.2 clients how to search the site. */
export function writeSearchDescription({ name, publicUrl }: Site): string {
  const root = publicUrl + opdsRoots.atom
  const parts = [
    element('ShortName', {}, [...name].slice(0, 16).join('')),
    element('Description', {}, `在${name}的免费书里搜索：书名、作者、地方、标签，拼音也可以。`),
    element('InputEncoding', {}, 'UTF-8'),
    element('OutputEncoding', {}, 'UTF-8'),
    element('Language', {}, 'zh-Hans'),
    element('Url', { type: atomTypes.acquisition, template: `${root}/search?q={searchTerms}` }),
    element('Url', { type: 'application/atom+xml', template: `${root}/search?q={searchTerms}` }),
    element('Query', { role: 'example', searchTerms: '论语' }),
  ]
  const namespace = { xmlns: 'http://a9.com/-/spec/opensearch/1.1/' }
  return `<?xml version="1.0" encoding="utf-8"?>\n${element('OpenSearchDescription', namespace, parts.join(''), 'markup')}`
}

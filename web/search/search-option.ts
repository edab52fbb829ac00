import type { Found, FoundBook, FoundPlace, FoundVideo, Highlighted } from '#shared/api/search/search.ts'
import type { Site } from '#shared/api/site.ts'

/** What may be chosen in the search box. */
export type PickedFind =
  | { kind: 'book'; book: FoundBook }
  | { kind: 'video'; video: FoundVideo }
  | { kind: 'author'; name: string }
  | { kind: 'tag'; name: string }
  | { kind: 'place'; place: FoundPlace }
  | { kind: 'tour'; tour: Found['tours'][number] }
  | { kind: 'query'; query: string }

export interface SearchOption {
  key: string
  label: Highlighted
  /** What stands beside it in small. */
  note: string
  picked: PickedFind
}

export interface OptionGroup {
  label: string
  options: SearchOption[]
}

/** What was found, in groups that are not empty. */
export function groupsOf({ books, videos, authors, tags, places, tours }: Found): OptionGroup[] {
  const groups: OptionGroup[] = [
    {
      label: '书',
      options: books.map((book) => ({
        key: book.id,
        label: book.title,
        note: book.authors.text,
        picked: { kind: 'book', book },
      })),
    },
    {
      label: '视频',
      options: videos.map((video) => ({
        key: video.video.id,
        label: video.title,
        note: video.video.places[0] ?? '',
        picked: { kind: 'video', video },
      })),
    },
    {
      label: '作者',
      options: authors.map(({ name, countBooks }) => ({
        key: name.text,
        label: name,
        note: `${countBooks} 本书`,
        picked: { kind: 'author', name: name.text },
      })),
    },
    {
      label: '地方',
      options: places.map((place) => ({
        key: place.id,
        label: place.name,
        note: `${place.region} · ${place.countBooks} 本书`,
        picked: { kind: 'place', place },
      })),
    },
    {
      label: '标签',
      options: tags.map(({ id, name, count }) => ({
        key: id,
        label: name,
        note: `${count} 本书`,
        picked: { kind: 'tag', name: name.text },
      })),
    },
    {
      label: '漫游',
      options: tours.map((tour) => ({
        key: tour.id,
        label: tour.title,
        note: `${tour.countStops} 站`,
        picked: { kind: 'tour', tour },
      })),
    },
  ]
  return groups.filter(({ options }) => options.length > 0)
}

/** What was searched for before, as a group of its own. */
export function recentGroup(queries: string[]): OptionGroup[] {
  if (queries.length === 0) return []
  const options = queries.map((query): SearchOption => ({
    key: query,
    label: { text: query, marks: [] },
    note: '',
    picked: { kind: 'query', query },
  }))
  return [{ label: '最近搜过', options }]
}

/** Where a choice leads. */
export function hrefOf(picked: PickedFind): string {
  switch (picked.kind) {
    case 'book':
      return `/book/${picked.book.id}`
    case 'video':
      return `/video/${picked.video.video.id}`
    case 'author':
      return searchHref(picked.name)
    case 'tag':
      return `/book?${new URLSearchParams({ tag: picked.name })}`
    case 'place':
      return `/map?${new URLSearchParams({ place: picked.place.id })}`
    case 'tour':
      return `/map?${new URLSearchParams({ tour: picked.tour.id })}`
    case 'query':
      return searchHref(picked.query)
  }
}

export const searchHref = (query: string) => `/book?${new URLSearchParams({ q: query })}`

/** What a choice is called, for whoever looks for it again. */
export function nameOf(picked: PickedFind): string {
  switch (picked.kind) {
    case 'book':
      return picked.book.title.text
    case 'video':
      return picked.video.title.text
    case 'place':
      return picked.place.name.text
    case 'tour':
      return picked.tour.title.text
    case 'query':
      return picked.query
    default:
      return picked.name
  }
}

/** Goes to what was chosen; a video's page is a document of its own. */
export function goTo(picked: PickedFind, navigate: (href: string) => unknown) {
  if (picked.kind === 'video') location.assign(hrefOf(picked))
  else navigate(hrefOf(picked))
}

/** Without what this site has no pages for. */
export function shownOf(found: Found, { featureVideo }: Pick<Site, 'featureVideo'>): Found {
  return featureVideo ? found : { ...found, videos: [] }
}

import { countText } from '#web/ui/capped-count.ts'
import type { Found, FoundPerson, FoundPlace, Highlighted } from '#shared/api/search/search.ts'
import type { Site } from '#shared/api/site.ts'
import type { PickedFind } from './search-option.ts'

interface SearchOption {
  key: string
  label: Highlighted
  /** Secondary text of a search suggestion, shown in small type beside the name. */
  note: string
  picked: PickedFind
}

export interface OptionGroup {
  label: string
  options: SearchOption[]
}

/**
 * Returns the search suggestions grouped by type, such as books and people; groups without suggestions are left out. If
 * the query is exactly the name of a person or place, people or places come first, then tours, then books. Places come
 * before books too if the books are only a guess.
 */
export function groupsOf(found: Found): OptionGroup[] {
  const { people, places, tours, isGuess } = found
  const [person, place, tour] = [personGroup(people), placeGroup(places), tourGroup(tours)]
  const exact = [...(people[0]?.isExact ? [person] : []), ...(places[0]?.isExact ? [place] : [])]
  const groups = [...(isGuess ? [place] : []), ...bookGroups(found), place, person, tagGroup(found), tour]
  const first = exact.length > 0 ? [...exact, tour] : []
  return [...new Set([...first, ...groups])].filter(({ options }) => options.length > 0)
}

function bookGroups({ books, isGuess, videos }: Found): OptionGroup[] {
  return [
    {
      label: isGuess ? '相近的书' : '书',
      options: books.map((book) => ({
        key: book.id,
        label: withVariant(book.title, book.foundBy),
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
  ]
}

function personGroup(people: FoundPerson[]): OptionGroup {
  return {
    label: '人物',
    options: people.map((person) => ({
      key: person.id,
      label: withVariant(person.name, person.variant),
      note: `${countText(person.countBooks)} 本书`,
      picked: { kind: 'person', person },
    })),
  }
}

function placeGroup(places: FoundPlace[]): OptionGroup {
  return {
    label: '地方',
    options: places.map((place) => ({
      key: place.id,
      label: withVariant(place.name, place.variant),
      note: place.countBooks > 0 ? `${place.region} · ${place.countBooks} 本书` : place.region,
      picked: { kind: 'place', place },
    })),
  }
}

function tagGroup({ tags }: Found): OptionGroup {
  return {
    label: '标签',
    options: tags.map(({ id, name, count }) => ({
      key: id,
      label: name,
      note: `${count} 本书`,
      picked: { kind: 'tag', name: name.text },
    })),
  }
}

function tourGroup(tours: Found['tours']): OptionGroup {
  return {
    label: '漫游',
    options: tours.map((tour) => ({
      key: tour.id,
      label: tour.title,
      note: `${tour.countStops} 站`,
      picked: { kind: 'tour', tour },
    })),
  }
}

/** Returns the main name of a result, followed by the other name by which it was found: 西安（长安）. */
function withVariant(name: Highlighted, variant: Highlighted | null): Highlighted {
  if (variant === null) return name
  const offset = name.text.length + 1
  const shifted = variant.marks.map(([start, end]): [number, number] => [start + offset, end + offset])
  return { text: `${name.text}（${variant.text}）`, marks: [...name.marks, ...shifted] }
}

/** Returns the user's recent searches as one group of options for the search box. */
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

/** Removes the search suggestions for which this site has no pages, as for videos if videos are switched off. */
export function shownOf(found: Found, { featureVideo }: Pick<Site, 'featureVideo'>): Found {
  return featureVideo ? found : { ...found, videos: [] }
}

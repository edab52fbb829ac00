import type { ContentsEntry } from '#shared/api/reader/reading.ts'
import { jump } from '#web/reading/reader/state/reader-store.ts'

/** The lists of places in a book that the contents panel can show. */
export const placeLists = { contents: '各章', pages: '纸书页码', landmarks: '重要位置' } as const
export type PlaceListName = keyof typeof placeLists

interface TabsProps {
  names: PlaceListName[]
  shown: PlaceListName
  onShow(name: PlaceListName): void
}

/** Buttons that choose the list of places. If a book has only a table of contents, no buttons are shown. */
export function PlaceListTabs({ names, shown, onShow }: TabsProps) {
  if (names.length < 2) return null
  return (
    <div className="place-tabs" role="group" aria-label="按什么找">
      {names.map((name) => (
        <button type="button" key={name} aria-pressed={name === shown} onClick={() => onShow(name)}>
          {placeLists[name]}
        </button>
      ))}
    </div>
  )
}

/** List of the pages of the printed book, side by side, or of the book's landmarks, one below the other. */
export function PlaceList({ name, places }: { name: PlaceListName; places: ContentsEntry[] }) {
  return (
    <ol className={name === 'pages' ? 'page-numbers' : 'contents-list'}>
      {places.map((place, at) => (
        <li key={at}>
          <button type="button" onClick={() => void jump((view) => view.goToSection(place.section, place.fragment))}>
            {place.label}
          </button>
        </li>
      ))}
    </ol>
  )
}

import { Search } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { type FormEvent, type KeyboardEvent, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '#web/frame/session/session.ts'
import { ComboboxField, useCombobox } from '#web/ui/combobox.tsx'
import { lazyComponent } from '#web/frame/page/lazy-component.ts'
import { useEarlyText } from '#web/frame/page/use-early-text.ts'
import { useLiveSearch } from '#web/ui/use-live-search.ts'
import { readRecent, rememberSearch } from './recent-searches.ts'
import { goTo, nameOf, type PickedFind } from './search-option.ts'
import './search-box.css'

const SearchPopup = lazyComponent(async () => (await import('./search-popup.tsx')).SearchPopup)

interface SearchBoxProps {
  /** Accessible name of the search form. */
  label: string
  initialQuery?: string
  /**
   * Callback that receives the option that the user has chosen. Without this callback, the page of the option opens.
   */
  onPick?: (picked: PickedFind) => void
  /**
   * Callback after the user has chosen an option. If the callback is given, the search box empties itself afterwards.
   */
  onDone?: () => void
  /** Callback for the Escape key in an empty search box whose list of options is closed. */
  onEscape?: () => void
}

const maxPerGroup = 5
const suggest = (query: string, signal: AbortSignal) => api.search.suggest({ query, limit: maxPerGroup }, signal)

/** Search field for books, videos, people, tags, places and tours. Before hydration it is a plain form. */
export function SearchBox({ label, initialQuery = '', onPick, onDone, onEscape }: SearchBoxProps) {
  const navigate = useNavigate()
  const { box, answer, recent, readAgain } = useSearchState(initialQuery)
  const query = box.text.trim()
  const pick = (picked: PickedFind) => {
    rememberSearch(nameOf(picked))
    box.finish(onDone ? '' : picked.kind === 'query' ? picked.query : box.text)
    if (onPick) onPick(picked)
    else goTo(picked, navigate)
    onDone?.()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (query !== '') pick({ kind: 'query', query })
  }
  const clearOrLeave = (event: KeyboardEvent) => {
    event.preventDefault()
    if (box.text === '') return onEscape?.()
    readAgain()
    box.type('')
  }
  return (
    <form className="search-form" role="search" aria-label={label} action="/book" onSubmit={submit}>
      <div
        className="search-box"
        onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || box.close()}
      >
        <ComboboxField
          box={box}
          allowsFreeText
          name="q"
          inputMode="search"
          aria-label="搜书、作者、地方、标签"
          placeholder="书名、作者、地名、拼音"
          autoCorrect="off"
          enterKeyHint="search"
          maxLength={100}
          onEscape={clearOrLeave}
        />
        <button type="submit" className="icon-button search-submit" aria-label="搜索">
          <Icon of={Search} size={18} />
        </button>
        <Suspense fallback={null}>
          {recent && <SearchPopup box={box} answer={answer} recent={recent} onPick={pick} onForget={readAgain} />}
        </Suspense>
      </div>
    </form>
  )
}

/**
 * Returns the state of the search box: its text, the suggestions for that text, and the recent searches, which are null
 * before the first use.
 */
function useSearchState(initialText: string) {
  const { answer, search } = useLiveSearch(suggest)
  const [recent, setRecent] = useState<string[] | null>(null)
  const readAgain = () => setRecent(readRecent())
  const box = useCombobox({ initialText, onSearch: search, onOpen: readAgain })
  useEarlyText(box.id, (typed) => {
    if (typed === '' || typed === box.text) return
    readAgain()
    box.type(typed)
  })
  return { box, answer, recent, readAgain }
}

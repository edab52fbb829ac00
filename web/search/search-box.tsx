import { Search } from 'lucide-react'
import { type FocusEvent, type FormEvent, type KeyboardEvent, Suspense, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSite } from '../document.tsx'
import { lazyPart } from '#web/page/lazy-part.ts'
import { useEarlyText } from '#web/page/use-early-text.ts'
import { readRecent, rememberSearch } from './recent-searches.ts'
import {
  goTo,
  groupsOf,
  nameOf,
  type OptionGroup,
  type PickedFind,
  recentGroup,
  searchHref,
  shownOf,
} from './search-option.ts'
import { noticeOf, useSuggestions } from './use-suggestions.ts'

const SearchPopup = lazyPart(async () => (await import('./search-popup.tsx')).SearchPopup)

interface SearchBoxProps {
  /** What the box is called to those who do not see where it stands. */
  label: string
  initialQuery?: string
  /** Takes what was chosen; without it the page of the choice is opened. */
  onPick?: (picked: PickedFind) => void
  /** Hears that something was chosen; the box then empties itself, ready for the next search. */
  onDone?: () => void
  onEscape?: () => void
}

const shownOfEach = 5

/**
 * One field that finds everything, after the ARIA pattern of a combobox with a list. Before the page is alive it is a plain form.
 * While an input method composes, nothing is asked and no key is taken from it.
 */
export function SearchBox({ label, initialQuery = '', onPick, onDone, onEscape }: SearchBoxProps) {
  const id = useId()
  const navigate = useNavigate()
  const site = useSite()
  const [text, setText] = useState(initialQuery)
  const [isOpen, setIsOpen] = useState(false)
  // What it offers is fetched with the first use.
  const [isUsed, setIsUsed] = useState(false)
  const [recent, setRecent] = useState<string[]>([])
  // By name, not by number: an answer that arrives may put another in its place.
  const [activeName, setActiveName] = useState<string | null>(null)
  const isComposing = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  const { suggestions, ask } = useSuggestions(shownOfEach)

  const isRecent = text.trim() === ''
  const groups: OptionGroup[] = isRecent
    ? recentGroup(recent)
    : suggestions.found
      ? groupsOf(shownOf(suggestions.found, site))
      : []
  const options = groups.flatMap((group) => group.options)
  const names = groups.flatMap(({ label, options }) => options.map(({ key }) => `${label} ${key}`))
  const activeIndex = activeName === null ? -1 : names.indexOf(activeName)
  const active = options[activeIndex]

  const open = () => {
    setRecent(readRecent())
    setIsUsed(true)
    setIsOpen(true)
    setActiveName(null)
  }
  const close = () => setIsOpen(false)
  // The keyboard goes through the box before it is out of it.
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (!form.current?.contains(relatedTarget)) close()
  }
  const change = (value: string) => {
    setText(value)
    setActiveName(null)
    setIsOpen(true)
    if (value.trim() === '') setRecent(readRecent())
    if (!isComposing.current) ask(value)
  }
  useEarlyText(id, (typed) => {
    if (typed === '' || typed === text) return
    setIsUsed(true)
    change(typed)
  })
  const pick = (picked: PickedFind) => {
    rememberSearch(nameOf(picked))
    if (picked.kind === 'query') setText(picked.query)
    close()
    if (onPick) onPick(picked)
    else goTo(picked, navigate)
    if (onDone === undefined) return
    setText('')
    onDone()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (active !== undefined && isOpen) pick(active.picked)
    else if (text.trim() !== '') pick({ kind: 'query', query: text.trim() })
  }
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    // Keys that choose among an input method's words are its own.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (!isOpen) return open()
      // The field itself stands between the last and the first.
      const count = options.length + 1
      setActiveName(names[((activeIndex + 1 + step + count) % count) - 1] ?? null)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      if (isOpen) close()
      else if (text !== '') change('')
      else onEscape?.()
    }
  }

  return (
    <form className="search-box" role="search" aria-label={label} action="/book" onSubmit={submit} ref={form}>
      <input
        id={id}
        // A field of type search would empty itself on the Escape that ends a composition.
        type="text"
        inputMode="search"
        name="q"
        role="combobox"
        aria-label="搜书、作者、地方、标签"
        placeholder="书名、作者、拼音、ISBN"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={100}
        aria-expanded={isOpen && options.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && active ? `${id}-${activeIndex}` : undefined}
        value={text}
        onChange={(event) => change(event.target.value)}
        onFocus={open}
        onClick={() => isOpen || open()}
        onBlur={leave}
        onKeyDown={handleKey}
        onCompositionStart={() => (isComposing.current = true)}
        onCompositionEnd={(event) => {
          isComposing.current = false
          change(event.currentTarget.value)
        }}
      />
      <button type="submit" className="icon-button search-submit" aria-label="搜索" onBlur={leave}>
        <Search size={18} strokeWidth={1.5} aria-hidden />
      </button>
      <Suspense fallback={null}>
        {isUsed && (
          <SearchPopup
            id={id}
            groups={groups}
            activeIndex={activeIndex}
            isOpen={isOpen}
            isRecent={isRecent}
            notice={isOpen && !isRecent ? noticeOf(suggestions, text.trim(), options.length) : ''}
            allHref={isRecent ? null : searchHref(text.trim())}
            onPick={pick}
            onForget={() => setRecent([])}
            onLeave={leave}
          />
        )}
      </Suspense>
    </form>
  )
}

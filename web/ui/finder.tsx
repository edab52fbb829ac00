import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import './finder.css'

interface FinderProps<T> {
  label: string
  placeholder: string
  hint?: string
  disabled?: boolean
  ask: (query: string, signal: AbortSignal) => Promise<T[]>
  keyOf: (found: T) => string
  nameOf: (found: T) => string
  noteOf: (found: T) => string
  onPick: (found: T) => void
}

interface Answer<T> {
  query: string
  list: T[]
  isFailed: boolean
}

/** Finds one thing by its name and hands it on, after the ARIA pattern of a combobox with a list; the field is then empty for the next. */
export function Finder<T>({ label, placeholder, hint, disabled, ask, keyOf, nameOf, noteOf, onPick }: FinderProps<T>) {
  const id = useId()
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [activeIndex, setActiveIndex] = useState(-1)
  const [answer, setAnswer] = useState<Answer<T>>({ query: '', list: [], isFailed: false })
  const asking = useRef<AbortController>(undefined)
  const isComposing = useRef(false)
  useEffect(() => () => asking.current?.abort(), [])

  const query = text.trim()
  const isCurrent = answer.query === query && query !== ''
  const list = isOpen && isCurrent ? answer.list : []
  const change = (value: string) => {
    setText(value)
    setActiveIndex(-1)
    setIsOpen(true)
    asking.current?.abort()
    const sought = value.trim()
    if (isComposing.current || sought === '') return
    const controller = new AbortController()
    asking.current = controller
    const take = (found: T[], isFailed: boolean) =>
      controller.signal.aborted || setAnswer({ query: sought, list: found, isFailed })
    ask(sought, controller.signal).then(
      (found) => take(found, false),
      () => take([], true),
    )
  }
  const pick = (found: T) => {
    onPick(found)
    setText('')
    setIsOpen(false)
    setActiveIndex(-1)
  }
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    // Keys that choose among an input method's words are its own.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setIsOpen(true)
      const count = list.length + 1
      setActiveIndex(((activeIndex + 1 + step + count) % count) - 1)
    } else if (event.key === 'Enter') {
      // The form around it is not sent by choosing.
      event.preventDefault()
      const found = list[Math.max(activeIndex, 0)]
      if (found !== undefined) pick(found)
    } else if (event.key === 'Escape' && isOpen && query !== '') {
      event.stopPropagation()
      setIsOpen(false)
    }
  }
  const notice = !isOpen || !isCurrent ? '' : noticeOf(answer)
  return (
    <div className="field finder">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        placeholder={placeholder}
        disabled={disabled}
        aria-expanded={list.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={list[activeIndex] === undefined ? undefined : `${id}-${activeIndex}`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        value={text}
        onChange={(event) => change(event.target.value)}
        onBlur={() => setIsOpen(false)}
        onFocus={() => setIsOpen(true)}
        onKeyDown={handleKey}
        onCompositionStart={() => (isComposing.current = true)}
        onCompositionEnd={(event) => {
          isComposing.current = false
          change(event.currentTarget.value)
        }}
      />
      {/* A press here must not take the focus before it has been a click. */}
      <div
        className="finder-list"
        role="presentation"
        hidden={list.length === 0}
        onMouseDown={(event) => event.preventDefault()}
      >
        <div id={`${id}-list`} role="listbox" aria-label={label}>
          {list.map((found, at) => (
            <button
              type="button"
              key={keyOf(found)}
              id={`${id}-${at}`}
              role="option"
              aria-selected={at === activeIndex}
              tabIndex={-1}
              className="finder-option"
              onClick={() => pick(found)}
            >
              <span>{nameOf(found)}</span>
              <span className="finder-note">{noteOf(found)}</span>
            </button>
          ))}
        </div>
      </div>
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      <p className={notice && list.length === 0 ? 'field-hint' : 'visually-hidden'} role="status">
        {notice}
      </p>
    </div>
  )
}

function noticeOf({ list, isFailed }: Answer<unknown>): string {
  if (isFailed) return '暂时查不到，请稍后再试'
  return list.length > 0 ? `找到 ${list.length} 个，用上下键选择，回车选定` : '没有找到'
}

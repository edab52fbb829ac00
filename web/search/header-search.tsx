import { Search, X } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { useEffect, useRef, useState } from 'react'
import { SearchBox } from './search-box.tsx'
import './header-search.css'

/**
 * Search field of the header. On small screens a button opens the field over the header; without JavaScript the button
 * links to the search field on the list of books.
 */
export function HeaderSearch() {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLAnchorElement>(null)
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isOpen) field.current?.querySelector('input')?.focus()
  }, [isOpen])
  const close = () => {
    setIsOpen(false)
    button.current?.focus()
  }
  return (
    <>
      <a
        className="icon-button header-search-button"
        href="/book"
        aria-label="搜索"
        aria-expanded={isOpen}
        ref={button}
        onClick={(event) => {
          event.preventDefault()
          setIsOpen(true)
        }}
      >
        <Icon of={Search} size={20} />
      </a>
      <div
        className="header-search"
        data-open={isOpen || undefined}
        ref={field}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) setIsOpen(false)
        }}
      >
        <SearchBox label="站内搜索" onDone={() => setIsOpen(false)} onEscape={close} />
        <button type="button" className="icon-button header-search-close" onClick={close} aria-label="收起搜索">
          <Icon of={X} size={20} />
        </button>
      </div>
    </>
  )
}

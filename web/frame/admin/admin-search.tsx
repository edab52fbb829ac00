import { useRef } from 'react'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { Field } from '#web/ui/field.tsx'

interface AdminSearchProps {
  label: string
  /** The number of entries that were found, as text; undefined until it is known. */
  count: string | undefined
  onSearch: (query: string) => void
}

/**
 * Search field of an admin list, with the number of results. The key / moves the focus into the field; J and K move
 * through the results.
 */
export function AdminSearch({ label, count, onSearch }: AdminSearchProps) {
  const form = useRef<HTMLFormElement>(null)
  const go = (step: number) => {
    const links = [...document.querySelectorAll<HTMLElement>('.admin-line')]
    const at = links.indexOf(document.activeElement as HTMLElement)
    links[Math.min(Math.max(at + step, 0), links.length - 1)]?.focus()
  }
  useShortcuts({ '/': () => form.current?.querySelector('input')?.focus(), j: () => go(1), k: () => go(-1) })
  return (
    <>
      <form
        ref={form}
        className="admin-find"
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          onSearch(String(new FormData(event.currentTarget).get('query')).trim())
        }}
      >
        <Field label={label} name="query" type="search" maxLength={100} autoComplete="off" />
        <button type="submit" className="button">
          查找
        </button>
      </form>
      <p className="form-note" role="status">
        {count}
        <span className="key-hint">
          {count && '，'}
          <kbd>/</kbd> 查找 <kbd>J</kbd> <kbd>K</kbd> 上下 <kbd>Enter</kbd> 打开
        </span>
      </p>
    </>
  )
}

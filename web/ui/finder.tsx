import { ComboboxField, useCombobox } from './combobox.tsx'
import { ComboboxPopup } from './combobox-popup.tsx'
import { type LiveAnswer, useLiveSearch } from './use-live-search.ts'
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

/** A combobox with which the user finds one item by its name. After each choice its text is emptied. */
export function Finder<T>({ label, placeholder, hint, disabled, ask, keyOf, nameOf, noteOf, onPick }: FinderProps<T>) {
  const { answer, search } = useLiveSearch(ask)
  const box = useCombobox({ onSearch: search })
  const isCurrent = box.isOpen && box.text.trim() !== '' && box.text.trim() === answer.query
  const options = (isCurrent && answer.found ? answer.found : []).map((found) => ({
    key: keyOf(found),
    name: nameOf(found),
    note: noteOf(found),
    found,
  }))
  const hasOptions = options.length > 0
  const notice = isCurrent ? noticeOf(answer) : ''
  return (
    <div className="field">
      <label htmlFor={box.id}>{label}</label>
      <div className="finder-row" onBlur={box.close}>
        <ComboboxField
          box={box}
          allowsFreeText={false}
          maxLength={40}
          placeholder={placeholder}
          disabled={disabled}
          aria-describedby={hint ? `${box.id}-hint` : undefined}
        />
        <ComboboxPopup
          box={box}
          label={label}
          groups={hasOptions ? [{ label: null, options }] : []}
          allowsFreeText={false}
          onPick={({ found }) => {
            onPick(found)
            box.finish('')
          }}
        />
      </div>
      {hint && (
        <p id={`${box.id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      <p className={notice && !hasOptions ? 'field-hint' : 'visually-hidden'} role="status">
        {notice}
      </p>
    </div>
  )
}

function noticeOf({ found, isFailed }: LiveAnswer<unknown[]>): string {
  if (isFailed) return '暂时查不到，请稍后再试'
  if (!found) return ''
  return found.length > 0 ? `找到 ${found.length} 个，用上下键选，回车选定` : '没有找到'
}

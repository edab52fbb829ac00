import type { Connected } from '#shared/api/search/connect.ts'
import { api } from '#web/frame/session/session.ts'
import { ComboboxField, useCombobox } from '#web/ui/combobox.tsx'
import { ComboboxPopup } from '#web/ui/combobox-popup.tsx'
import { useLiveSearch } from '#web/ui/use-live-search.ts'
import { type EndName, endLabels, problemIdOf } from './connect-ends.ts'

interface ConnectedFieldProps {
  end: EndName
  initialText: string
  /** Whether the last search has found nothing by the text; the page then shows a message about this end. */
  isUnknown: boolean
  onPick: (picked: Connected) => void
}

const kindNames: Record<string, string> = { book: '书', person: '人', place: '地方' }

/** A combobox that suggests books, people and places while the user types. Any text may be submitted. */
export function ConnectedField({ end, initialText, isUnknown, onPick }: ConnectedFieldProps) {
  const label = endLabels[end]
  const { answer, search } = useLiveSearch(async (query, signal) => (await api.connect.name({ query }, signal)).list)
  const box = useCombobox({ initialText, onSearch: search })
  const isCurrent = box.isOpen && box.text.trim() !== '' && box.text.trim() === answer.query
  const found = (isCurrent && answer.found) || []
  const options = found.map((one) => ({
    key: one.id,
    name: one.name,
    note: [kindNames[one.id.split('.')[0] ?? ''], one.note].filter(Boolean).join('，'),
    found: one,
  }))
  return (
    <div className="field">
      <label htmlFor={box.id}>{label}</label>
      <div className="finder-row" onBlur={box.close}>
        <ComboboxField
          box={box}
          allowsFreeText
          name={`${end}Name`}
          maxLength={60}
          placeholder="书名、人名或地名"
          aria-invalid={isUnknown || undefined}
          aria-describedby={isUnknown ? problemIdOf(end) : undefined}
        />
        <ComboboxPopup
          box={box}
          label={label}
          groups={options.length > 0 ? [{ label: null, options }] : []}
          allowsFreeText
          onPick={({ found: picked }) => {
            onPick(picked)
            box.finish(picked.name)
          }}
        />
      </div>
      <p className="visually-hidden" role="status">
        {isCurrent && answer.found ? `有 ${options.length} 条提示` : ''}
      </p>
    </div>
  )
}

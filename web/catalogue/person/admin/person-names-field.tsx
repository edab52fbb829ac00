import { X } from 'lucide'
import { useRef } from 'react'
import type { PersonDraft } from '#shared/api/person/person-draft.ts'
import type { PersonNameKind } from '#shared/api/person/person.ts'
import { personNameKinds } from '#web/catalogue/person/person-words.ts'
import { Icon } from '#web/ui/icon.tsx'

const maxNames = 60

type Names = PersonDraft['names']

interface PersonNamesFieldProps {
  names: Names
  error: string | undefined
  onChange: (names: Names) => void
}

/** Field in which an editor lists the further names of a person, each with its kind. */
export function PersonNamesField({ names, error, onChange }: PersonNamesFieldProps) {
  const list = useRef<HTMLUListElement>(null)
  const add = () => {
    onChange([...names, { name: '', kind: names.at(-1)?.kind ?? 'pen' }])
    // The input of the new name gets the focus only after React has rendered the list again, because it does not exist
    // before.
    requestAnimationFrame(() => list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus())
  }
  return (
    <fieldset className="person-names">
      <legend>
        其他名字{' '}
        <span className="count">
          {names.length}/{maxNames}
        </span>
      </legend>
      <ul ref={list}>
        {names.map(({ name, kind }, at) => (
          <li key={at}>
            <select
              aria-label={`第 ${at + 1} 个名字是`}
              value={kind}
              onChange={({ target }) => onChange(names.with(at, { name, kind: target.value as PersonNameKind }))}
            >
              {Object.entries(personNameKinds).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
            <input
              aria-label={`第 ${at + 1} 个名字`}
              value={name}
              maxLength={60}
              autoComplete="off"
              onChange={({ target }) => onChange(names.with(at, { name: target.value, kind }))}
            />
            <button
              type="button"
              className="icon-button"
              aria-label={`移除${name || `第 ${at + 1} 个名字`}`}
              onClick={() => onChange(names.toSpliced(at, 1))}
            >
              <Icon of={X} size={18} />
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className="button button-quiet" disabled={names.length >= maxNames} onClick={add}>
        添加名字
      </button>
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

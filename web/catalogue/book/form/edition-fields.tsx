import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { describeEdition } from '#shared/api/book/edition-text.ts'
import { movedBy } from '#web/frame/admin/moved-by.ts'
import { usePartKeys } from '#web/frame/admin/use-part-keys.ts'
import { Field } from '#web/ui/field.tsx'
import { focusInput } from '#web/ui/focus-input.ts'
import { CoverField } from '#web/frame/upload/cover-field.tsx'
import { editionDraftOf, type EditionForm, editionFields, newEdition } from './edition-form-state.ts'
import { NamedPeople } from './named-people.tsx'
import './edition-fields.css'

interface EditionFieldsProps {
  editions: EditionForm[]
  /** Error messages, keyed by the path of the form field within the book, such as `editions.0.isbn13`. */
  errors: Record<string, string>
  /** Whether the editor can upload covers of editions. */
  hasCovers: boolean
  onChange: (editions: EditionForm[]) => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** Form fields for all editions of a book. Alt with an up or down arrow key moves the edition that has the focus. */
export function EditionFields({ editions, errors, hasCovers, onChange, onKeyDown }: EditionFieldsProps) {
  const [addedKey, setAddedKey] = useState('')
  const addButton = useRef<HTMLButtonElement>(null)
  usePartKeys((at, step) => onChange(movedBy(editions, at, step)))
  const latest = useRef(editions)
  useEffect(() => void (latest.current = editions))
  // The editor may change the editions while a cover is being uploaded, so the cover is set in the editions as they are
  // when the upload ends.
  const setCover = (key: string, cover: string | null) =>
    onChange(latest.current.map((edition) => (edition.key === key ? { ...edition, cover } : edition)))
  const add = () => {
    const added = newEdition()
    setAddedKey(added.key)
    onChange([...editions, added])
  }
  const remove = (at: number) => {
    onChange(editions.toSpliced(at, 1))
    addButton.current?.focus()
  }
  const isPlaced = Object.keys(errors).some((path) => path.startsWith('editions.'))
  return (
    <section className="edition-forms" aria-labelledby="edition-forms">
      <h2 id="edition-forms">版本</h2>
      <p className="form-note">买得到、借得到的都算。第一个是主要版本，列表和电子书用它的资料。</p>
      {errors['editions'] && !isPlaced && <p className="field-error">{errors['editions']}</p>}
      <ol>
        {editions.map((edition, at) => (
          <li key={edition.key} data-part={at} ref={edition.key === addedKey ? focusInput : undefined}>
            <OneEdition
              edition={edition}
              at={at}
              startsOpen={edition.id === null || editions.length <= maxOpen}
              errors={errors}
              onChange={(changed) => onChange(editions.with(at, changed))}
              onCover={hasCovers ? (cover) => setCover(edition.key, cover) : undefined}
              onKeyDown={onKeyDown}
            />
            <EditionButtons
              at={at}
              count={editions.length}
              onMove={(step) => onChange(movedBy(editions, at, step))}
              onRemove={() => remove(at)}
            />
          </li>
        ))}
      </ol>
      <p>
        <button type="button" className="button button-quiet" ref={addButton} onClick={add}>
          添加版本
        </button>
      </p>
    </section>
  )
}

/** Number of editions up to which the form shows the fields of all of them at once. */
const maxOpen = 2

interface OneEditionProps extends Pick<EditionFieldsProps, 'errors' | 'onKeyDown'> {
  edition: EditionForm
  at: number
  /** Whether the fields of the edition are visible before the editor opens them; fields with errors always are. */
  startsOpen: boolean
  onChange: (edition: EditionForm) => void
  /** Callback that receives the uploaded cover; undefined if covers cannot be uploaded. */
  onCover: ((cover: string | null) => void) | undefined
}

function OneEdition({ edition, at, startsOpen, errors, onChange, onCover, onKeyDown }: OneEditionProps) {
  const [isOpen, setIsOpen] = useState(startsOpen)
  const names = ['cover', ...editionFields.map(({ name }) => name)]
  const isWrong = names.some((name) => findError(errors, `editions.${at}.${name}`) !== undefined)
  return (
    <details open={isOpen || isWrong} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        第 {at + 1} 个版本{at === 0 && '（主要版本）'}
        <span>{describeEdition(editionDraftOf(edition))}</span>
      </summary>
      <fieldset>
        <legend className="visually-hidden">第 {at + 1} 个版本</legend>
        <div className="admin-fields">
          {editionFields.map(({ name, label, isWide }) => (
            <div key={name} className={isWide ? 'admin-field-wide' : undefined}>
              <Field
                label={label}
                name={`editions.${at}.${name}`}
                autoComplete="off"
                value={edition[name]}
                error={findError(errors, `editions.${at}.${name}`)}
                onChange={({ target }) => onChange({ ...edition, [name]: target.value })}
                onKeyDown={onKeyDown}
              />
              {isPeople(name) && (
                <NamedPeople text={edition[name]} onChange={(text) => onChange({ ...edition, [name]: text })} />
              )}
            </div>
          ))}
        </div>
        {onCover && (
          <CoverField
            label="这个版本的封面（可不传）"
            cover={edition.cover}
            isVisitor={false}
            isDrawn={false}
            error={errors[`editions.${at}.cover`]}
            onChange={onCover}
          />
        )}
      </fieldset>
    </details>
  )
}

const isPeople = (name: string) => ['translators', 'editors', 'illustrators'].includes(name)

/** Returns the error message of a field, or of an entry of a field with several names. */
function findError(errors: Record<string, string>, path: string): string | undefined {
  return errors[path] ?? Object.entries(errors).find(([one]) => one.startsWith(`${path}.`))?.[1]
}

interface EditionButtonsProps {
  at: number
  count: number
  /** Callback that moves the edition by one position; it receives -1 or 1. */
  onMove: (step: 1 | -1) => void
  onRemove: () => void
}

function EditionButtons({ at, count, onMove, onRemove }: EditionButtonsProps) {
  const which = <span className="visually-hidden">第 {at + 1} 个版本</span>
  return (
    <p className="form-buttons">
      <button type="button" className="button button-quiet" disabled={at === 0} onClick={() => onMove(-1)}>
        上移{which} <kbd>Alt ↑</kbd>
      </button>
      <button type="button" className="button button-quiet" disabled={at === count - 1} onClick={() => onMove(1)}>
        下移{which} <kbd>Alt ↓</kbd>
      </button>
      <button type="button" className="button button-quiet" onClick={onRemove}>
        移除{which}
      </button>
    </p>
  )
}

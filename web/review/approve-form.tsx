import { useId, useState } from 'react'
import type { DraftPlace } from '#shared/api/book-draft.ts'
import { PlacePicker } from '../place/place-picker.tsx'
import { TagChooser } from '../recommend/tag-chooser.tsx'
import { api } from '../session/session.ts'
import { Field } from '../ui/field.tsx'
import { type BookForm, bookDraftOf, bookFormOf, findNoNumbers, type TextName } from './book-form-state.ts'
import { RegionSelect, regionNamed } from './region-select.tsx'
import { sendByKey } from './send-by-key.ts'
import { type DecisionProps, useDeciding } from './use-deciding.ts'

const texts: { name: TextName; label: string; isWide?: boolean }[] = [
  { name: 'title', label: '书名', isWide: true },
  { name: 'authors', label: '作者', isWide: true },
  { name: 'subtitle', label: '副题' },
  { name: 'originalTitle', label: '原名' },
  { name: 'translators', label: '译者' },
  { name: 'publisher', label: '出版社' },
  { name: 'publishedYear', label: '出版年' },
  { name: 'isbn13', label: 'ISBN' },
  { name: 'pages', label: '页数' },
  { name: 'language', label: '语言代码' },
  { name: 'eraFrom', label: '写到的年代，起' },
  { name: 'eraTo', label: '写到的年代，止' },
]

/** Every field of the book that is to be, begun with what the reader told. */
export function ApproveForm({ seen, inspection, onClose, ...outcome }: DecisionProps) {
  const [form, setForm] = useState(() => bookFormOf(inspection))
  const { isBusy, message, errors, decide } = useDeciding(outcome)
  const change = (changed: Partial<BookForm>) => setForm((current) => ({ ...current, ...changed }))
  const noNumbers = findNoNumbers(form)
  const send = () => {
    if (Object.keys(noNumbers).length === 0)
      void decide(() => api.recommend.approve({ ...seen, book: bookDraftOf(form) }), '通过了，已经是一本新书')
  }
  const key = sendByKey(send, onClose)
  return (
    <form
      className="review-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="review-fields">
        {texts.map(({ name, label, isWide }, at) => (
          <div key={name} className={isWide ? 'review-wide' : undefined} ref={at === 0 ? focusInput : undefined}>
            <Field
              label={label}
              name={name}
              autoComplete="off"
              value={form[name]}
              error={noNumbers[name] ?? errors[name] ?? (name.startsWith('era') ? errors['era'] : undefined)}
              onChange={(event) => change({ [name]: event.target.value })}
              onKeyDown={key}
            />
          </div>
        ))}
      </div>
      <DescField value={form.desc} error={errors['desc']} onChange={(desc) => change({ desc })} onKeyDown={key} />
      <TagChooser legend="标签" chosen={form.tags} error={errors['tags']} onChange={(tags) => change({ tags })} />
      <PlacePicker
        legend="地方"
        places={form.places}
        max={12}
        error={errors['places']}
        complete={({ region, ...place }) => ({ ...place, region: place.placeId === null ? regionNamed(region) : null })}
        onChange={(places) => change({ places })}
        extra={regionOfNew}
      />
      {inspection.recommendation.cover !== null && (
        <label className="review-cover">
          <input
            type="checkbox"
            checked={form.cover !== null}
            onChange={({ target }) => change({ cover: target.checked ? inspection.recommendation.cover : null })}
          />
          用读者传的封面
        </label>
      )}
      {message && (
        <p className="form-message" role="alert">
          {message}
        </p>
      )}
      <p className="review-acts">
        <button type="submit" className="button" disabled={isBusy}>
          通过 <kbd>Ctrl Enter</kbd>
        </button>
        <button type="button" className="button button-quiet" onClick={onClose}>
          算了 <kbd>Esc</kbd>
        </button>
      </p>
    </form>
  )
}

/** Only a new place must say where it lies. */
function regionOfNew(place: DraftPlace, replace: (place: DraftPlace) => void) {
  if (place.placeId !== null) return null
  return <RegionSelect place={place.name} region={place.region} onChange={(region) => replace({ ...place, region })} />
}

interface DescFieldProps {
  value: string
  error: string | undefined
  onChange: (desc: string) => void
  onKeyDown: ReturnType<typeof sendByKey>
}

function DescField({ value, error, onChange, onKeyDown }: DescFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>介绍</label>
      <textarea
        id={id}
        rows={4}
        maxLength={1000}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={`${id}-note`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <p id={`${id}-note`} className={error ? 'field-error' : 'field-hint'}>
        {error ?? `这本书写了什么，20–1000 字；现在 ${[...value].length} 字。`}
      </p>
    </div>
  )
}

const focusInput = (element: HTMLElement | null) => element?.querySelector('input')?.focus()

import { type KeyboardEvent, type ReactNode, useId } from 'react'
import type { DraftPlace } from '#shared/api/book-draft.ts'
import type { Tag } from '#shared/api/tag.ts'
import { PlacePicker } from '../place/place-picker.tsx'
import { TagChooser } from '../recommend/tag-chooser.tsx'
import { Field } from '../ui/field.tsx'
import { type BookForm, findNoNumbers, textFields } from './book-form-state.ts'
import { RegionSelect, regionNamed } from './region-select.tsx'

interface BookFormFieldsProps {
  form: BookForm
  errors: Record<string, string>
  change: (changed: Partial<BookForm>) => void
  onKeyDown: (event: KeyboardEvent) => void
  /** Where the tags come from, if not those readers see. */
  listTags?: (signal?: AbortSignal) => Promise<{ list: Tag[] }>
  /** How the cover is chosen. */
  children?: ReactNode
}

/** Every field of a book. */
export function BookFormFields({ form, errors, change, onKeyDown, listTags, children }: BookFormFieldsProps) {
  const noNumbers = findNoNumbers(form)
  return (
    <>
      <div className="review-fields">
        {textFields.map(({ name, label, isWide }, at) => (
          <div key={name} className={isWide ? 'review-wide' : undefined} ref={at === 0 ? focusInput : undefined}>
            <Field
              label={label}
              name={name}
              autoComplete="off"
              value={form[name]}
              error={noNumbers[name] ?? errors[name] ?? (name.startsWith('era') ? errors['era'] : undefined)}
              onChange={(event) => change({ [name]: event.target.value })}
              onKeyDown={onKeyDown}
            />
          </div>
        ))}
      </div>
      <DescField value={form.desc} error={errors['desc']} onChange={(desc) => change({ desc })} onKeyDown={onKeyDown} />
      <TagChooser
        legend="标签"
        chosen={form.tags}
        error={errors['tags']}
        onChange={(tags) => change({ tags })}
        {...(listTags && { listTags })}
      />
      <PlacePicker
        legend="地方"
        places={form.places}
        max={12}
        error={errors['places']}
        complete={({ region, ...place }) => ({ ...place, region: place.placeId === null ? regionNamed(region) : null })}
        onChange={(places) => change({ places })}
        extra={regionOfNew}
      />
      {children}
    </>
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
  onKeyDown: (event: KeyboardEvent) => void
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

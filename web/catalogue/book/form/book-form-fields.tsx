import type { KeyboardEvent, ReactNode } from 'react'
import type { Tag } from '#shared/api/tag/tag.ts'
import { TagChooser } from '#web/catalogue/tag/tag-chooser.tsx'
import { Field } from '#web/ui/field.tsx'
import { focusInput } from '#web/ui/focus-input.ts'
import { LongField } from '#web/ui/long-field.tsx'
import { type BookForm, findInvalidFields, textFields } from './book-form-state.ts'
import { DraftPlaces } from './draft-places.tsx'
import { EditionFields } from './edition-fields.tsx'
import { NamedPeople } from './named-people.tsx'

interface BookFormFieldsProps {
  form: BookForm
  errors: Record<string, string>
  change: (changed: Partial<BookForm>) => void
  onKeyDown: (event: KeyboardEvent) => void
  /** Callback that loads the tags that an editor can choose for a book; by default the public list of tags. */
  listTags?: (signal?: AbortSignal) => Promise<{ list: Tag[] }>
  /** Whether the editor can upload covers of editions. */
  hasEditionCovers?: boolean
  /** The form field with which the editor chooses the book's cover. */
  children?: ReactNode
}

/** All form fields that edit a book. */
export function BookFormFields(props: BookFormFieldsProps) {
  const { form, errors, change, onKeyDown, listTags, hasEditionCovers = false, children } = props
  const invalid = findInvalidFields(form)
  return (
    <>
      <div className="admin-fields">
        {textFields.map(({ name, label, isWide }, at) => (
          <div key={name} className={isWide ? 'admin-field-wide' : undefined} ref={at === 0 ? focusInput : undefined}>
            <Field
              label={label}
              name={name}
              autoComplete="off"
              value={form[name]}
              error={invalid[name] ?? errors[name] ?? (name.startsWith('era') ? errors['era'] : undefined)}
              onChange={(event) => change({ [name]: event.target.value })}
              onKeyDown={onKeyDown}
            />
            {name === 'authors' && <NamedPeople text={form.authors} onChange={(authors) => change({ authors })} />}
          </div>
        ))}
      </div>
      <LongField
        label="介绍"
        name="desc"
        rows={4}
        maxLength={1000}
        value={form.desc}
        error={errors['desc']}
        hint={`这本书写了什么，20–1000 字；现在 ${[...form.desc].length} 字。`}
        onChange={(event) => change({ desc: event.target.value })}
        onKeyDown={onKeyDown}
      />
      <TagChooser
        legend="标签"
        chosen={form.tags}
        error={errors['tags']}
        onChange={(tags) => change({ tags })}
        {...(listTags && { listTags })}
      />
      <EditionFields
        editions={form.editions}
        errors={{ ...errors, ...invalid }}
        hasCovers={hasEditionCovers}
        onChange={(editions) => change({ editions })}
        onKeyDown={onKeyDown}
      />
      <DraftPlaces places={form.places} error={errors['places']} onChange={(places) => change({ places })} />
      {children}
    </>
  )
}

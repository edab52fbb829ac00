import { Field } from '#web/ui/field.tsx'
import { focusInput } from '#web/ui/focus-input.ts'
import { LongField } from '#web/ui/long-field.tsx'
import { sendByKey } from '#web/ui/send-by-key.ts'
import { LifePlacesField } from './life-places-field.tsx'
import { isWholeNumber } from '#web/ui/form-text.ts'
import type { PersonForm } from './person-form-state.ts'
import { PersonNamesField } from './person-names-field.tsx'

interface PersonFieldsProps {
  form: PersonForm
  errors: Record<string, string>
  change: (changed: Partial<PersonForm>) => void
}

/** All form fields that edit a person. */
export function PersonFields({ form, errors, change }: PersonFieldsProps) {
  return (
    <>
      <div className="admin-fields">
        <NameField form={form} errors={errors} change={change} />
        <LifeYearField
          label="生年"
          name="born"
          year={form.bornYear}
          isCirca={form.bornCirca}
          error={errors['born']}
          onChange={(bornYear, bornCirca) => change({ bornYear, bornCirca })}
        />
        <LifeYearField
          label="卒年"
          name="died"
          year={form.diedYear}
          isCirca={form.diedCirca}
          error={errors['died']}
          onChange={(diedYear, diedCirca) => change({ diedYear, diedCirca })}
        />
        <Field
          label="籍贯（与出生地不同才填）"
          name="ancestral"
          maxLength={30}
          autoComplete="off"
          value={form.ancestral}
          error={errors['ancestral']}
          onChange={({ target }) => change({ ancestral: target.value })}
          onKeyDown={sendByKey()}
        />
      </div>
      <PersonNamesField names={form.names} error={errors['names']} onChange={(names) => change({ names })} />
      <LifePlacesField places={form.places} error={errors['places']} onChange={(places) => change({ places })} />
      <LongField
        label="介绍"
        name="desc"
        rows={4}
        maxLength={400}
        value={form.desc}
        error={errors['desc']}
        hint={`只写确定的事，不确定的写「相传」；最多 400 字，现在 ${[...form.desc].length} 字。`}
        onChange={({ target }) => change({ desc: target.value })}
        onKeyDown={sendByKey()}
      />
    </>
  )
}

function NameField({ form, errors, change }: PersonFieldsProps) {
  return (
    <div className="admin-field-wide" ref={focusInput}>
      <Field
        label="名字"
        name="name"
        maxLength={60}
        autoComplete="off"
        value={form.name}
        error={errors['name']}
        hint="中文读者最熟悉的名字。如果与另一位同名，较少人知道的那位加上括号说明，例如 张伟（译者）。"
        onChange={({ target }) => change({ name: target.value })}
        onKeyDown={sendByKey()}
      />
    </div>
  )
}

interface LifeYearFieldProps {
  label: string
  name: string
  year: string
  isCirca: boolean
  error: string | undefined
  onChange: (year: string, isCirca: boolean) => void
}

function LifeYearField({ label, name, year, isCirca, error, onChange }: LifeYearFieldProps) {
  return (
    <Field
      label={label}
      name={name}
      inputMode="text"
      autoComplete="off"
      value={year}
      error={isWholeNumber(year) ? error : '请填数字；公元前写负数'}
      onChange={({ target }) => onChange(target.value, isCirca)}
      onKeyDown={sendByKey()}
      action={
        <label className="person-circa">
          <input
            type="checkbox"
            aria-label={`${label}是约数`}
            checked={isCirca}
            onChange={({ target }) => onChange(year, target.checked)}
          />
          约
        </label>
      }
    />
  )
}

import { useState } from 'react'
import { useFormValues } from '#web/ui/use-form.ts'
import { isSame } from './merge-forms.ts'
import { readUnsaved, useUnsaved } from '#web/frame/session/unsaved-form.ts'

/**
 * The form with the values that the server has stored, and the version of the stored record; the version is empty for a
 * new record.
 */
interface Loaded<F> {
  version: string
  form: F
}

/** A form with changes that were not saved when the user left it. */
export interface UnsavedForm<F, S = null> {
  base: Loaded<F>
  values: F
  /** Identifies the subject of the form, such as the place that a dialog edits. */
  subject: S
}

/**
 * React hook for a form of editors. Returns the values of the form, and `base`, the stored data with which the form was
 * first filled. When the user returns to a form that they left without saving, the form contains the typed values
 * again, and `discard` replaces them by the stored data; otherwise `discard` is null. `name` identifies the form among
 * all forms. `finishEditing` must be called when the changes were saved and the form closes.
 */
export function useEditedForm<F extends object, S = null>(
  name: string,
  loaded: Loaded<F> | (() => Loaded<F>),
  subject?: S,
) {
  const [restored, setRestored] = useState(() => readUnsaved<UnsavedForm<F, S>>(name))
  const [base, setBase] = useState(restored?.base ?? loaded)
  const [values, change] = useFormValues(restored?.values ?? base.form)
  const isDirty = !isSame(values, base.form)
  const finishEditing = useUnsaved(name, isDirty ? { base, values, subject } : null)
  /** Replaces the data of the server by a newer version, and the values by the merged ones. */
  const rebase = (version: string, form: F, merged: F) => {
    setBase({ version, form })
    change(merged)
  }
  const discard = () => {
    const fresh = typeof loaded === 'function' ? loaded() : loaded
    rebase(fresh.version, fresh.form, fresh.form)
    setRestored(null)
  }
  return { base, values, change, rebase, finishEditing, isDirty, discard: restored === null ? null : discard }
}

import { useState } from 'react'
import { useFormValues } from '#web/ui/use-form.ts'
import { isSame } from './merge-forms.ts'
import { readUnsaved, useUnsaved } from './unsaved-form.ts'

/** A form as it was filled with the data of the server, and the version of these data; empty for a new record. */
interface Loaded<F> {
  version: string
  form: F
}

/** A form with changes that were not saved when the session ended. */
export interface UnsavedForm<F, S = null> {
  base: Loaded<F>
  values: F
  /** Identifies the subject of the form, such as the place that a dialog edits. */
  subject: S
}

/**
 * React hook for a form of editors: it returns the values, and `base`, the data of the server that they started from. If
 * the session ends before the form is saved, the form has the typed values again after the login. `name` tells the form
 * from all others.
 */
export function useEditedForm<F extends object, S = null>(
  name: string,
  loaded: Loaded<F> | (() => Loaded<F>),
  subject?: S,
) {
  const [restored] = useState(() => readUnsaved<UnsavedForm<F, S>>(name))
  const [base, setBase] = useState(restored?.base ?? loaded)
  const [values, change] = useFormValues(restored?.values ?? base.form)
  const isDirty = !isSame(values, base.form)
  useUnsaved(name, isDirty ? { base, values, subject } : null)
  /** Continues with other data of the server, into which the values were merged. */
  const rebase = (version: string, form: F, merged: F) => {
    setBase({ version, form })
    change(merged)
  }
  return { base, values, change, rebase, isDirty, isRestored: restored !== null }
}

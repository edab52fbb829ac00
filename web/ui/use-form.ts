import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Failure } from '#shared/api/failure.ts'
import { describeFailure, type FailureText } from './describe-failure.ts'

interface FormState extends FailureText {
  isBusy: boolean
}

interface FormOptions {
  /** Key of the call's input that holds the form's fields, for calls such as `{ version, book: { title } }`. */
  within?: string
  /**
   * Whether to show the message about the whole call even if fields show errors, because in long forms such a field may
   * be out of sight.
   */
  hasSummary?: boolean
}

const idleState: FormState = { isBusy: false, message: '', errors: {} }

/**
 * React hook that submits a form, one attempt at a time, and returns the error messages of the last attempt. `send`
 * receives the text of the form's named fields. The typed values are preserved after success and failure.
 */
export function useForm(send: (fields: Record<string, string>) => Promise<void>, options: FormOptions = {}) {
  const [state, setState] = useState(idleState)
  const isSending = useRef(false)
  const show = (error: unknown) => setState({ ...describeForm(error, options), isBusy: false })

  /** Runs another action of the form, such as deleting the edited item. Resolves with true if the action succeeded. */
  const run = async (act: () => Promise<void>): Promise<boolean> => {
    if (isSending.current) return false
    isSending.current = true
    setState({ ...idleState, isBusy: true })
    try {
      await act()
      setState(idleState)
      return true
    } catch (error) {
      flushSync(() => show(error))
      return false
    } finally {
      isSending.current = false
    }
  }
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    void run(() => send(textOf(form))).then((isSent) => isSent || focusFirstWrong(form))
  }
  /** The error message of a form field is removed as soon as the user changes the field. */
  const handleInput = ({ target }: FormEvent<HTMLFormElement>) => {
    const { name } = target as HTMLInputElement
    if (state.errors[name] !== undefined)
      setState(({ errors: { [name]: _, ...errors }, ...rest }) => ({ ...rest, errors }))
  }
  return {
    ...state,
    /** Props that the caller passes to the `form` element. */
    form: { onSubmit: handleSubmit, onInput: handleInput },
    run,
    /**
     * Shows the error message of an action other than submitting the form, such as that of a button inside the form.
     */
    show,
  }
}

export type FormAttempt = ReturnType<typeof useForm>

/**
 * React hook that returns the values of a form with controlled fields, and a function that changes some of the values.
 */
export function useFormValues<V extends object>(initial: V | (() => V)) {
  const [values, setValues] = useState(initial)
  const change = (changed: Partial<V>) => setValues((current) => ({ ...current, ...changed }))
  return [values, change] as const
}

function textOf(form: HTMLFormElement): Record<string, string> {
  const texts = [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  return Object.fromEntries(texts) as Record<string, string>
}

function describeForm(error: unknown, { within, hasSummary = false }: FormOptions): FailureText {
  const { message, errors } = describeFailure(error)
  const isInFields = error instanceof Failure && error.kind === 'invalid' && Object.keys(errors).length > 0
  return { message: isInFields && !hasSummary ? '' : message, errors: byField(errors, within) }
}

/**
 * Returns the error messages of a call keyed by the path of their field within the form, and also by the first segment
 * of that path.
 */
function byField(errors: Record<string, string>, within: string | undefined): Record<string, string> {
  const entries = Object.entries(errors).flatMap(([path, text]) => {
    const inside = within !== undefined && path.startsWith(`${within}.`) ? path.slice(within.length + 1) : path
    const [field = inside] = inside.split('.')
    return [
      [inside, text],
      [field, text],
    ]
  })
  return Object.fromEntries(entries) as Record<string, string>
}

function focusFirstWrong(form: HTMLFormElement) {
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}

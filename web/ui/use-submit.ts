import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { Failure } from '#shared/api/failure.ts'

/** What a form shows of its last try. What was typed stays in its inputs whatever happens. */
export interface SubmitState {
  isBusy: boolean
  /** Field → what is wrong with it. */
  errors: Record<string, string>
  /** What is wrong with the whole. */
  message: string
}

const calm: SubmitState = { isBusy: false, errors: {}, message: '' }

/** Runs `submit` with the form's text, and keeps what comes back of a `Failure` until the next try. */
export function useSubmit(submit: (fields: Record<string, string>) => Promise<void>) {
  const [state, setState] = useState(calm)
  const run = async (fields: Record<string, string>) => {
    setState({ ...calm, isBusy: true })
    try {
      await submit(fields)
      setState(calm)
    } catch (error) {
      flushSync(() => setState({ ...calm, ...describe(error) }))
    }
  }
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const entries = [...new FormData(form)].filter(([, value]) => typeof value === 'string')
    if (state.isBusy) return
    void run(Object.fromEntries(entries) as Record<string, string>).then(() => focusFirstWrong(form))
  }
  /** What is wrong with a field is so until it is changed. */
  const handleInput = ({ target }: FormEvent<HTMLFormElement>) => {
    const { name } = target as HTMLInputElement
    if (state.errors[name] !== undefined)
      setState(({ errors: { [name]: _, ...errors }, ...rest }) => ({ ...rest, errors }))
  }
  /** Shows what went wrong before anything was sent. */
  const show = (error: unknown) => setState({ ...calm, ...describe(error) })
  return { ...state, handleSubmit, handleInput, show }
}

/** Where the reader goes on, once what is wrong has been shown. */
export function focusFirstWrong(form: HTMLFormElement | null) {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}

/** Words about a named field go beside it, all others above the button. */
export function describe(error: unknown): Pick<SubmitState, 'errors' | 'message'> {
  if (!(error instanceof Failure)) return { errors: {}, message: '页面出错了，请刷新再试' }
  const errors = error.data?.fields ?? {}
  const isSaidBeside = Object.keys(errors).length > 0
  return { errors, message: isSaidBeside && error.kind === 'invalid' ? '' : error.message }
}

import { useState } from 'react'
import { api } from '#web/frame/session/session.ts'
import { Field } from '#web/ui/field.tsx'
import { useForm } from '#web/ui/use-form.ts'

/** Form in which an admin enters a text to see which blocked words it contains. */
export function TestWords() {
  const [found, setFound] = useState<string[] | null>(null)
  const { errors, message, isBusy, form } = useForm(async ({ content = '' }) => {
    setFound((await api.guard.test({ content })).found)
  })
  return (
    <section aria-labelledby="try-words">
      <h2 id="try-words">试一试</h2>
      <form className="form" {...form} noValidate>
        <Field label="一句话" name="content" error={errors['content']} />
        <button type="submit" className="button button-quiet" aria-disabled={isBusy}>
          看看
        </button>
      </form>
      <p role="status">
        {found && (found.length === 0 ? '没有碰到词表里的词。' : `碰到了：${found.join('、')}`)}
        {message}
      </p>
    </section>
  )
}

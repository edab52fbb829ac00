import { PageHead } from '#web/frame/page/page-head.tsx'
import { RecountButton } from '#web/community/reaction/recount-button.tsx'
import { WordList } from './word-list.tsx'
import { useState } from 'react'
import { api } from '#web/frame/session/session.ts'
import { Field } from '#web/ui/field.tsx'
import { useForm } from '#web/ui/use-form.ts'
import './guard-page.css'

/** Admin page with the spam settings and the recount of the counters. */
export function Component() {
  return (
    <div className="guard-page">
      <PageHead title="防护" description="词表与计数。" path={null} />
      <h1>防护</h1>
      <WordList />
      <TestWords />
      <RecountButton />
    </div>
  )
}

/** Form in which an admin enters a text to see which blocked words it contains. */
function TestWords() {
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

import { useState } from 'react'
import { api } from '#web/frame/session/session.ts'
import { Field } from '#web/ui/field.tsx'
import { useForm } from '#web/ui/use-form.ts'
import { useAnswer } from '#web/ui/use-answer.ts'

const listAliases = (signal?: AbortSignal) => api.search.aliases({}, signal)

/** List of the search aliases (other words by which the search also finds a name), to find, add and delete them. */
export function AliasEditor() {
  const { data, message, reload } = useAnswer(listAliases)
  const [part, setPart] = useState('')
  const {
    errors,
    message: wrong,
    isBusy,
    form,
    run,
  } = useForm(async ({ alias = '', name = '' }) => {
    await api.search.putAlias({ alias, name })
    reload()
  })
  const remove = (alias: string) =>
    run(async () => {
      await api.search.removeAlias({ alias })
      reload()
    })
  const shown = data?.list.filter(({ alias, name }) => alias.includes(part) || name.includes(part)) ?? []
  return (
    <section aria-labelledby="aliases">
      <h2 id="aliases">别名</h2>
      <p className="form-note">读者搜别名，也会找到原名。繁简、标点和大小写不必另写。</p>
      <form className="alias-form" {...form}>
        <Field label="别名" name="alias" required maxLength={60} error={errors['alias']} />
        <Field label="原名" name="name" required maxLength={60} error={errors['name']} />
        <button type="submit" className="button" aria-disabled={isBusy}>
          添加
        </button>
      </form>
      {(wrong || message) && <p role="alert">{wrong || message}</p>}
      <Field
        label="在别名里找"
        name="part"
        type="search"
        value={part}
        onChange={(event) => setPart(event.target.value.trim())}
      />
      <ul className="search-term-rows">
        {shown.slice(0, 100).map(({ alias, name }) => (
          <li key={alias}>
            <span>
              {alias} → {name}
            </span>
            <button type="button" className="button button-quiet" onClick={() => void remove(alias)}>
              移除<span className="visually-hidden">别名{alias}</span>
            </button>
          </li>
        ))}
      </ul>
      {shown.length > 100 && <p className="form-note">共 {shown.length} 个，只列出前 100 个。</p>}
    </section>
  )
}

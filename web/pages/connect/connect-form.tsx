import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Connected } from '#shared/api/search/connect.ts'
import type { EndName, UnknownEnds } from './connect-ends.ts'
import { connectHref } from '#web/catalogue/book/connect-query.ts'
import { ConnectedField } from './connected-field.tsx'

interface ConnectFormProps {
  start: Connected | null
  end: Connected | null
  /** The texts that the two text fields show at first. */
  names: Record<EndName, string>
  unknown: UnknownEnds
}

/** Form with two fields for a book, person or place each. Without scripts the server resolves the typed names. */
export function ConnectForm({ start, end, names, unknown }: ConnectFormProps) {
  const navigate = useNavigate()
  const [picked, setPicked] = useState({ from: start, to: end })
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const endOf = (name: EndName) => {
      const text = String(typed.get(`${name}Name`) ?? '').trim()
      if (text === '') return {}
      return text === picked[name]?.name ? { [name]: picked[name].id } : { [`${name}Name`]: text }
    }
    void navigate(connectHref({ ...endOf('from'), ...endOf('to') }))
  }
  return (
    <form className="connect-form" action="/connect" onSubmit={handleSubmit}>
      {start && <input type="hidden" name="from" value={start.id} />}
      {end && <input type="hidden" name="to" value={end.id} />}
      {(['from', 'to'] as const).map((name) => (
        <ConnectedField
          key={name}
          end={name}
          initialText={names[name]}
          isUnknown={unknown[name] !== undefined}
          onPick={(one) => setPicked((current) => ({ ...current, [name]: one }))}
        />
      ))}
      <p className="form-buttons">
        <button type="submit" className="button">
          连起来
        </button>
        {start && end && (
          <a className="button button-quiet" href={connectHref({ from: end.id, to: start.id })}>
            交换两端
          </a>
        )}
      </p>
    </form>
  )
}

import { type KeyboardEvent, useRef, useState } from 'react'
import type { Tag, TagKind } from '#shared/api/tag/tag.ts'
import { api } from '#web/frame/session/session.ts'
import { useAnswer } from '#web/ui/use-answer.ts'
import { maxTags } from './tag-words.ts'
import './tag-chooser.css'

const kinds: { kind: TagKind; label: string }[] = [
  { kind: 'form', label: '体裁' },
  { kind: 'subject', label: '主题' },
  { kind: 'era', label: '时代' },
  { kind: 'region', label: '地域' },
]
const listShownTags = (signal?: AbortSignal) => api.tag.list({}, signal)

interface TagChooserProps {
  legend: string
  chosen: string[]
  error?: string | undefined
  onChange: (tags: string[]) => void
  /** Callback that loads the tags to choose from; by default the tags of books. */
  listTags?: (signal?: AbortSignal) => Promise<{ list: Tag[] }>
}

/** Chooser with the tags of one kind at a time. The arrow keys move between tags, and the space key toggles a tag. */
export function TagChooser({ legend, chosen, error, onChange, listTags = listShownTags }: TagChooserProps) {
  const { data, message } = useAnswer(listTags)
  const [kind, setKind] = useState<TagKind>('subject')
  const isFull = chosen.length >= maxTags
  const toggle = (name: string) => {
    if (chosen.includes(name)) onChange(chosen.filter((one) => one !== name))
    else if (!isFull) onChange([...chosen, name])
  }
  return (
    <fieldset className="tag-chooser">
      <legend>
        {legend}
        <span className="count">
          {chosen.length}/{maxTags}
        </span>
      </legend>
      {chosen.length > 0 && (
        <ul className="chips" aria-label="选了的标签">
          {chosen.map((name) => (
            <li key={name}>
              <button type="button" className="chip" aria-current="true" onClick={() => toggle(name)}>
                {name}
                <span aria-hidden> ×</span>
                <span className="visually-hidden">，去掉</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="tag-kinds" role="group" aria-label="标签的种类">
        {kinds.map((one) => (
          <button key={one.kind} type="button" aria-pressed={one.kind === kind} onClick={() => setKind(one.kind)}>
            {one.label}
          </button>
        ))}
      </div>
      {/* The list of tags has the same height for every kind of tag, so that the layout does not shift. */}
      <div className="tag-room">
        <TagRow
          key={kind}
          tags={(data?.list ?? []).filter((tag) => tag.kind === kind)}
          chosen={chosen}
          isFull={isFull}
          toggle={toggle}
        />
      </div>
      <p className={error ? 'field-error' : 'field-hint'} role="status">
        {error ?? (message || (isFull ? `已选满 ${maxTags} 个，去掉一个才能再选` : ''))}
      </p>
    </fieldset>
  )
}

interface TagRowProps {
  tags: Tag[]
  chosen: string[]
  isFull: boolean
  toggle: (name: string) => void
}

/** The Tab key reaches the whole list of tags as one stop; the arrow keys move within the list. */
function TagRow({ tags, chosen, isFull, toggle }: TagRowProps) {
  const [at, setAt] = useState(0)
  const row = useRef<HTMLDivElement>(null)
  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (at + step + tags.length) % tags.length
    setAt(next)
    row.current?.querySelectorAll<HTMLElement>('button')[next]?.focus()
  }
  return (
    <div className="chips" role="group" aria-label="可选的标签" ref={row}>
      {tags.map(({ id, name }, index) => (
        <button
          key={id}
          type="button"
          className="chip"
          tabIndex={index === at ? 0 : -1}
          aria-pressed={chosen.includes(name)}
          aria-disabled={isFull && !chosen.includes(name)}
          onFocus={() => setAt(index)}
          onKeyDown={handleKey}
          onClick={() => toggle(name)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}

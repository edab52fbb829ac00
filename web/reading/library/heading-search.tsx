import { useState } from 'react'
import type { ChapterPreview } from '#shared/api/book/imported-text.ts'
import type { TextChoice } from '#shared/text-choice.ts'
import { api } from '#web/frame/session/session.ts'
import { describeFailure } from '#web/ui/describe-failure.ts'
import { Field } from '#web/ui/field.tsx'

interface SearchProps {
  importId: string
  choice: TextChoice
  /** Called with the lines that the editor turns into chapter headings. */
  onAdd: (lines: number[]) => void
}

/** Finds lines of an uploaded text that contain a given text, so that an editor can turn them into chapter headings. */
export function HeadingSearch({ importId, choice, onAdd }: SearchProps) {
  const [sought, setSought] = useState('')
  const [{ lines, message }, setFound] = useState<{ lines?: ChapterPreview['lines']; message: string }>({ message: '' })
  const find = async () => {
    try {
      const { lines } = await api.library.previewChapters({ id: importId, text: choice, sought })
      setFound({ lines, message: lines.length === 0 ? `没有还不是章名而含「${sought}」的短行` : '' })
    } catch (error) {
      setFound({ message: describeFailure(error).message || '没有找到，请再试一次' })
    }
  }
  const add = (added: number[]) => {
    onAdd(added)
    setFound({ message: '', lines: (lines ?? []).filter(({ line }) => !added.includes(line)) })
  }
  return (
    <div className="heading-search">
      <Field
        label="漏了的章名"
        name="sought"
        value={sought}
        maxLength={60}
        hint={<span role="status">{message || '输入章名里的几个字，找到那一行'}</span>}
        onChange={({ target }) => setSought(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // This field lies inside the import form; without `preventDefault` the Enter key would submit that form.
          event.preventDefault()
          if (sought.trim() !== '') void find()
        }}
        action={
          <button
            type="button"
            className="button button-quiet"
            disabled={sought.trim() === ''}
            onClick={() => void find()}
          >
            查找
          </button>
        }
      />
      {lines !== undefined && lines.length > 0 && <FoundLines lines={lines} onAdd={add} />}
    </div>
  )
}

interface FoundProps {
  lines: ChapterPreview['lines']
  onAdd: (lines: number[]) => void
}

function FoundLines({ lines, onAdd }: FoundProps) {
  return (
    <>
      <ul className="chapter-rows" aria-label="找到的行">
        {lines.map(({ line, text }) => (
          <li key={line}>
            <span>
              {text} <span className="count">第 {line + 1} 行</span>
            </span>
            <button
              type="button"
              className="text-button"
              onClick={() => onAdd([line])}
              aria-label={`把${text}作为章名`}
            >
              作为章名
            </button>
          </li>
        ))}
      </ul>
      {lines.length > 1 && (
        <button type="button" className="button button-quiet" onClick={() => onAdd(lines.map(({ line }) => line))}>
          {lines.length} 行都作为章名
        </button>
      )}
    </>
  )
}

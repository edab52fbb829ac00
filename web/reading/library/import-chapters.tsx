import { useEffect, useState } from 'react'
import type { ChapterPreview } from '#shared/api/book/imported-text.ts'
import { noTextChoice, type TextChoice } from '#shared/text-choice.ts'
import { api } from '#web/frame/session/session.ts'
import { describeFailure } from '#web/ui/describe-failure.ts'
import { ChapterRows } from './chapter-rows.tsx'
import { TextChoices } from './text-choices.tsx'
import { HeadingSearch } from './heading-search.tsx'

interface ChaptersProps {
  importId: string
  /** The editor's choices so far, the latest last; an empty list leaves everything to the program. */
  choices: TextChoice[]
  onChange: (choices: TextChoice[]) => void
}

/**
 * Shows the chapters into which an uploaded plain text or Markdown file will be divided. The editor can choose the
 * encoding and the style of the headings, merge a chapter with the one before, make headings of further lines, and undo
 * each step.
 */
export function ImportChapters({ importId, choices, onChange }: ChaptersProps) {
  const choice = choices.at(-1) ?? noTextChoice
  const { preview, message, isBusy } = usePreview(importId, choice)
  const change = (changed: Partial<TextChoice>) => onChange([...choices, { ...choice, ...changed }])
  if (preview === undefined) return <p className="form-note">{message || '正在分章……'}</p>
  return (
    <div className="import-chapters" aria-busy={isBusy}>
      <TextChoices preview={preview} choice={choice} onChange={change} />
      <p role="status">
        {preview.style === 'none' ? '没有章名，按长度分成几段' : `分成 ${preview.chapters.length} 章`}
        {isBusy && '，正在重新分……'}
      </p>
      {message && (
        <p className="form-message" role="alert">
          {message}
        </p>
      )}
      <button
        type="button"
        className="button button-quiet"
        disabled={choices.length === 0}
        onClick={() => onChange(choices.slice(0, -1))}
      >
        撤销上一步
      </button>
      <ChapterRows
        chapters={preview.chapters}
        onMerge={(line) =>
          change({ merged: [...choice.merged, line], added: choice.added.filter((one) => one !== line) })
        }
      />
      <HeadingSearch
        importId={importId}
        choice={choice}
        onAdd={(lines) =>
          change({ added: [...choice.added, ...lines], merged: choice.merged.filter((line) => !lines.includes(line)) })
        }
      />
    </div>
  )
}

/** React hook that asks for the preview again whenever the choice changes, and returns the latest one meanwhile. */
function usePreview(id: string, choice: TextChoice) {
  const [state, setState] = useState<{ preview?: ChapterPreview; message: string; of?: TextChoice }>({ message: '' })
  useEffect(() => {
    const controller = new AbortController()
    api.library.previewChapters({ id, text: choice }, controller.signal).then(
      (preview) => setState({ preview, message: '', of: choice }),
      (error: unknown) => {
        if (controller.signal.aborted) return
        const { message, errors } = describeFailure(error)
        setState((before) => ({ ...before, message: message || Object.values(errors).join('；'), of: choice }))
      },
    )
    return () => controller.abort()
  }, [id, choice])
  return { preview: state.preview, message: state.message, isBusy: state.of !== choice }
}

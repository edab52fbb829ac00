import { useState } from 'react'
import type { PreviewedChapter } from '#shared/api/book/imported-text.ts'

interface RowsProps {
  chapters: PreviewedChapter[]
  /** Called with the line of a heading whose chapter becomes part of the chapter before. */
  onMerge: (line: number) => void
}

/** A novel may have thousands of chapters, so the list grows by this number at a time. */
const step = 100

/** List of the chapters of a text, each with its length and a button that merges it with the chapter before. */
export function ChapterRows({ chapters, onMerge }: RowsProps) {
  const [limit, setLimit] = useState(step)
  return (
    <>
      <ol className="chapter-rows">
        {chapters.slice(0, limit).map(({ line, title, isVolume, countCharacters }) => (
          <li key={line ?? 'start'} data-volume={isVolume || undefined}>
            <span>
              {title || '（没有章名）'} <span className="count">{countCharacters.toLocaleString('zh-CN')} 字</span>
            </span>
            {line !== null && (
              <button
                type="button"
                className="text-button"
                onClick={() => onMerge(line)}
                aria-label={`把${title}并入上一章`}
              >
                并入上一章
              </button>
            )}
          </li>
        ))}
      </ol>
      {chapters.length > limit && (
        <button type="button" className="button button-quiet" onClick={() => setLimit(limit + step)}>
          再看 {Math.min(step, chapters.length - limit)} 章
        </button>
      )}
    </>
  )
}

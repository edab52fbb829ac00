import { useState } from 'react'
import type { ImportedFile } from '#shared/api/book/library.ts'
import { dayText } from '#web/ui/time-text.ts'
import { useAnswer } from '#web/ui/use-answer.ts'
import { api } from '#web/session/session.ts'
import { lengthText, scriptText, sizeText } from '#web/book/detail/text-words.ts'

const listImported = (signal?: AbortSignal) => api.library.importedFiles({}, signal)

/** List of the imported texts, each with a button that removes it. */
export function ImportedList() {
  const { data, message, reload } = useAnswer(listImported)
  return (
    <section aria-labelledby="imported">
      <h2 id="imported">已导入</h2>
      {message && <p role="alert">{message}</p>}
      {data?.list.length === 0 && <p className="form-note">还没有。随站点带来的书不在此列。</p>}
      <ul className="import-rows">
        {data?.list.map((file) => (
          <Imported key={file.id} file={file} onRemoved={reload} />
        ))}
      </ul>
    </section>
  )
}

function Imported({ file, onRemoved }: { file: ImportedFile; onRemoved: () => void }) {
  const [isAsked, setAsked] = useState(false)
  const { id, bookId, bookTitle, title, size, countCharacters, createTime } = file
  const remove = () => void api.library.removeFile({ id }).then(onRemoved, onRemoved)
  return (
    <li className="import-row import-done">
      <span>
        <a href={`/book/${bookId}`}>《{bookTitle}》</a>
        {title !== bookTitle && title}
        <span className="form-note">
          {' '}
          {scriptText(file)} · {lengthText(countCharacters)} · {sizeText(size)} · {dayText(createTime)}
        </span>
      </span>
      <button type="button" className="button button-quiet" onClick={isAsked ? remove : () => setAsked(true)}>
        {isAsked ? '确实移除' : '移除'}
        <span className="visually-hidden">《{bookTitle}》的文件</span>
      </button>
    </li>
  )
}

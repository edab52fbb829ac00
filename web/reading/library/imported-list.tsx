import { useState } from 'react'
import type { ImportedFile } from '#shared/api/book/library-admin.ts'
import { replacedTextDays } from '#shared/replaced-text.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { dayText } from '#web/ui/time-text.ts'
import { useAnswer } from '#web/ui/use-answer.ts'
import { useAttempt } from '#web/ui/use-attempt.ts'
import { api } from '#web/frame/session/session.ts'
import { lengthText, scriptText, sizeText } from '#web/catalogue/book/text-words.ts'

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
          <Imported key={file.id} file={file} onChanged={reload} />
        ))}
      </ul>
    </section>
  )
}

function Imported({ file, onChanged }: { file: ImportedFile; onChanged: () => void }) {
  const [isAsked, setAsked] = useState(false)
  const [isRestoring, setRestoring] = useState(false)
  const { id, bookId, bookTitle, title, size, countCharacters, createTime, version, former } = file
  const { message, attempt } = useAttempt()
  const remove = async () => {
    if (await attempt(() => api.library.removeFile({ id }))) onChanged()
  }
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
      {former && (
        <button type="button" className="button button-quiet" onClick={() => setRestoring(true)}>
          换回旧的<span className="visually-hidden">《{bookTitle}》的正文</span>
        </button>
      )}
      {former && isRestoring && (
        <ConfirmDialog
          heading="换回旧的正文？"
          confirm="换回"
          act={() => api.library.restoreText({ fileId: id, version })}
          onClose={() => {
            setRestoring(false)
            onChanged()
          }}
        >
          <p>
            《{former.title}》{dayText(former.replacedAt)}被替换，旧的有{' '}
            {former.countCharacters.toLocaleString('zh-CN')} 字，现在的有 {countCharacters.toLocaleString('zh-CN')} 字。
          </p>
          <p className="form-note">
            旧的留到 {dayText(former.until)}。换回后，现在的一版也留 {replacedTextDays} 天。
          </p>
        </ConfirmDialog>
      )}
      <button type="button" className="button button-quiet" onClick={() => (isAsked ? void remove() : setAsked(true))}>
        {isAsked ? '确实移除' : '移除'}
        <span className="visually-hidden">《{bookTitle}》的文件</span>
      </button>
      {message && <p role="alert">没有移除：{message}</p>}
    </li>
  )
}

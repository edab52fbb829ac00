import { useState } from 'react'
import { useAnswer } from '#web/ui/use-answer.ts'
import { api } from '#web/frame/session/session.ts'
import { useForm } from '#web/ui/use-form.ts'

const firstCommentNotes = {
  on: '每个账号的第一条评论也要先经编辑看过（HOLD_FIRST_COMMENT=on）。',
  off: '新账号的第一条评论不必等（HOLD_FIRST_COMMENT=off）。',
}
const showGuard = (signal?: AbortSignal) => api.guard.show({}, signal)

/** Form that edits the blocked words, one per line. */
export function WordList() {
  const { data, message } = useAnswer(showGuard)
  const [isSaved, setIsSaved] = useState(false)
  const submit = useForm(async ({ words = '' }) => {
    await api.guard.put({ words })
    setIsSaved(true)
  })
  return (
    <section aria-labelledby="words">
      <h2 id="words">词表</h2>
      <p className="form-note">
        一行一个。评论里有其中一个，就先交给编辑看。繁简、全角半角、大小写和夹在字间的空格标点不必另写；只有字母的词按整词算。
      </p>
      <p className="form-note">
        {data === undefined ? '\u00a0' : firstCommentNotes[data.holdFirstComment ? 'on' : 'off']}
      </p>
      {message && <p role="alert">{message}</p>}
      {/* The form reserves its space before the blocked words are loaded, so that the layout does not shift. */}
      <form key={data === undefined ? 'waiting' : 'here'} className="form" inert={data === undefined} {...submit.form}>
        <textarea
          name="words"
          rows={10}
          aria-label="词表"
          aria-describedby={submit.errors['words'] ? 'words-error' : undefined}
          defaultValue={data?.words}
          onChange={() => setIsSaved(false)}
        />
        {(submit.errors['words'] ?? submit.message) && (
          <p id="words-error" role="alert">
            {submit.errors['words'] ?? submit.message}
          </p>
        )}
        <button type="submit" className="button" aria-disabled={submit.isBusy}>
          保存
        </button>
        <p role="status">{isSaved ? '已保存，从下一条评论起生效。' : ''}</p>
      </form>
    </section>
  )
}

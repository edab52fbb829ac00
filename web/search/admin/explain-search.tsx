import { useState } from 'react'
import type { Explained, ExplainedSearch, MatchReason } from '#shared/api/search/explained.ts'
import { api } from '#web/frame/session/session.ts'
import { Field } from '#web/ui/field.tsx'
import { useForm } from '#web/ui/use-form.ts'
import { SearchSteps } from './search-steps.tsx'

const fields: Record<MatchReason['field'], string> = {
  title: '书名',
  also: '副题或原名',
  author: '作者',
  authorAlso: '作者的别名',
  translator: '译者、编者或绘者',
  translatorAlso: '译者、编者或绘者的别名',
  tag: '标签',
  place: '地方',
  placeAlso: '地方的别名',
  text: '简介',
}
const likenesses: Record<string, string> = {
  whole: '全同',
  start: '开头',
  inside: '名称中间',
  spelledWhole: '全拼全同',
  spelledStart: '全拼开头',
  spelledInside: '全拼中间',
  initialsWhole: '首字母全同',
  initialsStart: '首字母开头',
  initialsInside: '首字母中间',
  soundsAlike: '同音',
  abbreviated: '全拼与首字母混写',
  gaps: '少了字',
  typo: '错了字',
  farTypo: '错了两个字母',
  spelledTypo: '全拼错了字母',
  mentioned: '提到',
  absent: '没有',
}
const stages = { names: '', request: '读懂的', text: '只在简介里', typos: '容错', partial: '少了词', near: '相近' }

/** Admin form that explains, term by term, why the results of a search have their order. */
export function ExplainSearch() {
  const [answer, setAnswer] = useState<ExplainedSearch>()
  const { errors, message, isBusy, form } = useForm(async ({ query = '', book = '' }) => {
    const bookId = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/.exec(book)?.[0]
    setAnswer(await api.search.explain({ query, ...(bookId && { bookId }) }))
  })
  return (
    <section aria-labelledby="explain">
      <h2 id="explain">为什么这样排</h2>
      <form className="alias-form" {...form}>
        <Field label="搜索的词" name="query" required maxLength={100} error={errors['query']} />
        <Field label="想看的书的网址（可不填）" name="book" maxLength={200} error={errors['bookId']} />
        <button type="submit" className="button" aria-disabled={isBusy}>
          看看
        </button>
      </form>
      {message && <p role="alert">{message}</p>}
      {answer && (
        <>
          <p className="form-note" role="status">
            {answer.list.length > 0 ? `读作：${answer.meanings.join('；')}` : '什么也没有找到。'}
          </p>
          <SearchSteps explained={answer} />
          <ol className="search-explanation">
            {answer.list.map((one) => (
              <ExplainedRow key={one.bookId} explained={one} />
            ))}
          </ol>
        </>
      )}
    </section>
  )
}

function ExplainedRow({ explained }: { explained: Explained }) {
  const { bookId, title, rank, stage, points, popularity, reasons } = explained
  const matched = points - popularity
  return (
    <li>
      <p>
        <span className="count">{rank === null ? '没有找到' : `第 ${rank} 名`}</span>{' '}
        <a href={`/book/${bookId}`}>{title}</a> <strong className="score">{points.toFixed(1)}</strong>{' '}
        {stage && stages[stage] && <span className="badge">{stages[stage]}</span>}
      </p>
      <ul>
        {reasons.map(({ term, field, text, likeness, points: worth }, index) => (
          <li key={`${term}-${index}`}>
            「{term}」{fields[field]}
            {text !== '' && text !== title && `「${text}」`}：{likenesses[likeness] ?? likeness}，{worth.toFixed(1)}
          </li>
        ))}
      </ul>
      <p className="form-note">
        相配 {matched.toFixed(1)}
        {matched > Math.max(...reasons.map((reason) => reason.points)) + 0.05
          ? '（整句是作者的名字，或书名加作者）'
          : reasons.length > 1 && '（各词平均，再按读法折算）'}{' '}
        + 人气 {popularity.toFixed(1)} = {points.toFixed(1)}
      </p>
    </li>
  )
}

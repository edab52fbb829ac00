import type { ExplainedSearch, SearchStep } from '#shared/api/search/explained.ts'

const steps: Record<SearchStep, { name: string; meaning: string; skipped: string }> = {
  literal: {
    name: '照原样找',
    meaning: '每个词都在书名、作者、译者、标签、地方里，或在简介里；「第二部」也读作 2。',
    skipped: '',
  },
  request: {
    name: '读懂请求',
    meaning: '去掉「有没有、的书、豆瓣、pdf」一类的话；认出句中的人物、标签和地方。',
    skipped: '原样已经找到',
  },
  typos: {
    name: '容错',
    meaning: '多字、少字、错字、颠倒、同音、南方口音或缩写的拼音、错了字母的外文。',
    skipped: '前面已经找到',
  },
  titlesInside: {
    name: '句中的书名',
    meaning: '一句话里有完整的书名：「百年孤独人物关系图」；其余的词略去。',
    skipped: '前面已经找到',
  },
  withoutTerms: {
    name: '略去一些词',
    meaning: '没有一本书有全部的词时，留下最少见的几个，并说明略去了什么。',
    skipped: '前面已经找到',
  },
  near: { name: '相近的书', meaning: '与其中一部分相像的热门书，另列，不算结果。', skipped: '前面已经找到' },
}

const kinds = { person: '人物', tag: '标签', place: '地方', region: '地区' }

/** The steps of a search, each with the books that it added; for a step that was skipped, the reason is shown. */
export function SearchSteps({ explained }: { explained: ExplainedSearch }) {
  const ran = new Map(explained.steps.map((one) => [one.step, one]))
  return (
    <ol className="search-steps">
      {(Object.keys(steps) as SearchStep[]).map((step) => (
        <li key={step} data-skipped={!ran.has(step) || undefined}>
          <p>
            <strong>{steps[step].name}</strong>
            <span className="count">{outcomeOf(step, ran.get(step))}</span>
          </p>
          <p className="form-note">{steps[step].meaning}</p>
          <StepDetails step={step} ran={ran.get(step)} explained={explained} />
        </li>
      ))}
    </ol>
  )
}

type Ran = ExplainedSearch['steps'][number] | undefined

function outcomeOf(step: SearchStep, ran: Ran): string {
  if (ran === undefined) return `没有用到：${steps[step].skipped}`
  return ran.added > 0 ? `添了 ${ran.added} 本` : '没有添书'
}

/**
 * The results of a search step: the names that it recognised, the words that it ignored, and the best books that it
 * added.
 */
function StepDetails({ step, ran, explained }: { step: SearchStep; ran: Ran; explained: ExplainedSearch }) {
  const { subject, understood, leftOut } = explained
  const details = [
    step === 'request' && ran !== undefined && subject !== null && `要找的是「${subject}」`,
    step === 'request' &&
      understood.length > 0 &&
      understood.map(({ kind, name }) => `${kinds[kind]}「${name}」`).join('、'),
    (step === 'withoutTerms' || step === 'titlesInside') &&
      ran !== undefined &&
      ran.added > 0 &&
      leftOut.length > 0 &&
      `略去了「${leftOut.join('」「')}」`,
    ran !== undefined && ran.titles.length > 0 && titlesOf(ran),
  ].filter((detail) => detail !== false)
  return details.length > 0 && <p className="search-step-found">{details.join('；')}</p>
}

function titlesOf({ titles, added }: { titles: string[]; added: number }): string {
  return `找到${titles.map((title) => `《${title}》`).join('')}${added > titles.length ? '等' : ''}`
}

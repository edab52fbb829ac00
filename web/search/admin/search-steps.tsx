import type { ExplainedSearch, SearchStep } from '#shared/api/search/explained.ts'

const steps: Record<SearchStep, [name: string, meaning: string]> = {
  literal: ['照原样找', '每个词都在书名、作者、译者、标签、地方里，或在简介里；「第二部」也读作 2。'],
  request: ['读懂请求', '去掉「有没有、的书、豆瓣、pdf」一类的话；认出句中的人物、标签和地方。'],
  typos: ['容错', '多字、少字、错字、颠倒、同音、南方口音的拼音、错了字母的外文。'],
  withoutTerms: ['略去一些词', '没有一本书有全部的词时，留下最少见的几个，并说明略去了什么。'],
  near: ['相近的书', '与其中一部分相像的热门书，另列，不算结果。'],
  learned: ['从选择里学', '大家搜同一个词时常点的书，加几分。'],
}

/** The steps of a search, each with the number of books that it added; a step that did not run says so. */
export function SearchSteps({ ran }: { ran: ExplainedSearch['steps'] }) {
  const added = new Map(ran.map((one) => [one.step, one.added]))
  return (
    <ol className="search-steps">
      {(Object.keys(steps) as SearchStep[]).map((step) => (
        <li key={step}>
          <strong>{steps[step][0]}</strong>：{steps[step][1]}{' '}
          <span className="count">{outcomeOf(step, added.get(step))}</span>
        </li>
      ))}
    </ol>
  )
}

function outcomeOf(step: SearchStep, added: number | undefined): string {
  if (added === undefined) return '没有用到'
  return step === 'learned' ? '看过' : `添了 ${added} 本`
}

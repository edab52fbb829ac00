import { PageHead } from '#web/frame/page/page-head.tsx'
import { RecountButton } from '#web/community/reaction/recount-button.tsx'
import { TestWords } from './test-words.tsx'
import { WordList } from './word-list.tsx'
import './guard-page.css'

/** Admin page with the spam settings and the recount of the counters. */
export function Component() {
  return (
    <div className="guard-page">
      <PageHead title="防护" description="词表与计数。" path={null} />
      <h1>防护</h1>
      <WordList />
      <TestWords />
      <RecountButton />
    </div>
  )
}

import type { TextChange, TextChanges } from '#shared/api/book/text-changes.ts'
import { scriptText } from '#web/catalogue/book/text-words.ts'

const changeNames = { added: '新增', removed: '去掉', changed: '改动' }

/**
 * Shows what changes if a text replaces another: the facts, the sections, and where the bookmarks, highlights and
 * reading positions of users will be.
 */
export function TextChangesList({
  changes: { before, after, counts, changes, marks, positions },
}: {
  changes: TextChanges
}) {
  const { added, removed, changed, same } = counts
  const count = added + removed + changed
  return (
    <div className="text-changes">
      <dl>
        <Fact name="字数" before={numberText(before.countCharacters)} after={numberText(after.countCharacters)} />
        <Fact name="章节" before={numberText(before.countSections)} after={numberText(after.countSections)} />
        <OtherFact name="书名" before={before.title} after={after.title} />
        <OtherFact name="作者" before={before.authors.join('、')} after={after.authors.join('、')} />
        <OtherFact name="语言" before={scriptText(before)} after={scriptText(after)} />
        <dt>读者</dt>
        <dd>
          {marks.count + positions.count === 0
            ? '没有人在里面划线或留下进度'
            : [placesText('处划线、批注和书签', marks), placesText('人的阅读进度', positions)]
                .filter(Boolean)
                .join('；')}
        </dd>
      </dl>
      <details>
        <summary className="summary-chevron">
          {same} 节不变，改动 {changed} 节，新增 {added} 节，去掉 {removed} 节
        </summary>
        {count === 0 ? (
          <p className="form-note">文字完全一样。</p>
        ) : (
          <ul className="chapter-rows" aria-label="有变化的章节">
            {changes.map((change, at) => (
              <Change key={at} change={change} />
            ))}
            {count > changes.length && <li>还有 {count - changes.length} 节</li>}
          </ul>
        )}
      </details>
    </div>
  )
}

interface FactProps {
  name: string
  before: string
  after: string
}

function Fact({ name, before, after }: FactProps) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{before === after ? before : `${before || '无'} → ${after || '无'}`}</dd>
    </>
  )
}

/** Shows a fact only if it differs. */
function OtherFact(fact: FactProps) {
  return fact.before === fact.after ? null : <Fact {...fact} />
}

function Change({ change: { change, title, before, after } }: { change: TextChange }) {
  const [was, is] = [before, after].map((count) => (count === null ? null : numberText(count)))
  return (
    <li>
      <span>
        <span className="badge">{changeNames[change]}</span> {title || '（没有标题）'}
      </span>
      <span className="count">{was !== null && is !== null && was !== is ? `${was} → ${is}` : (is ?? was)} 字</span>
    </li>
  )
}

/**
 * Describes how many bookmarks, highlights or reading positions of users still point to the same words in the new text;
 * empty if there are none.
 */
function placesText(name: string, { count, countChecked, countFound }: TextChanges['marks']): string {
  if (count === 0) return ''
  const checked = countChecked < count ? `，查了最近的 ${countChecked} 个` : ''
  const found = countFound === countChecked ? '换后都还在原来的字句上' : `换后 ${countFound} 个还在原来的字句上`
  return `${numberText(count)} ${name}${checked}，${found}`
}

function numberText(count: number): string {
  return count.toLocaleString('zh-CN')
}

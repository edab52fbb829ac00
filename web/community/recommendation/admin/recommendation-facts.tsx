import type { Inspection } from '#shared/api/book/recommendation-admin.ts'
import { dayText } from '#web/ui/time-text.ts'
import { statusNames } from '#web/community/recommendation/recommendation-words.ts'

/**
 * Facts that help an editor to decide about a recommendation: its author, the author's earlier recommendations, and
 * possible duplicates.
 */
export function RecommendationFacts({ inspection }: { inspection: Inspection }) {
  const { recommendation, history, similar, waiting, submitTime } = inspection
  const { pending, approved, rejected, list } = history
  return (
    <div className="recommendation-facts">
      <section>
        <h3>推荐的人</h3>
        <p>
          {recommendation.user.name}，{dayText(submitTime)} 提交
        </p>
        <p className="form-note">
          通过 {approved}，未通过 {rejected}，在等 {pending}
        </p>
        <ul>
          {list.map(({ id, title, status, reviewNote }) => (
            <li key={id} className="form-note">
              《{title}》{statusNames[status]}
              {reviewNote && `：${reviewNote}`}
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h3>可能重复</h3>
        {similar.length + waiting.length === 0 && <p className="form-note">没有找到相近的书。</p>}
        <ul>
          {similar.map(({ id, title, authors, isSame }) => (
            <li key={id}>
              <a href={`/book/${id}`} target="_blank" rel="noopener">
                《{title}》
              </a>
              {authors.join('、')} {isSame && <span className="badge">就是这本</span>}
            </li>
          ))}
          {waiting.map(({ id, title, user }) => (
            <li key={id}>
              《{title}》{user}也推荐了，在等
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

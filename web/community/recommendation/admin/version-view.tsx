import type { FormerRecommendation, RecommendationPlace } from '#shared/api/book/recommendation-fields.ts'
import type { Inspection } from '#shared/api/book/recommendation-admin.ts'
import { pictureUrl } from '#shared/picture.ts'
import { placeKindNames } from '#web/catalogue/book/book-words.ts'
import { useSite } from '#web/frame/page/use-site.ts'
import './version-view.css'

/**
 * Table with the fields of a recommendation. If the recommendation was rejected before, the table also shows its former
 * values and marks the changes.
 */
export function VersionView({ inspection: { recommendation, former } }: { inspection: Inspection }) {
  const site = useSite()
  const rows = rowsOf(recommendation)
  const before = former === null ? null : rowsOf(former)
  return (
    <section className="version" aria-label="推荐的内容">
      <h2>《{recommendation.title}》</h2>
      {former !== null && (
        <p className="version-note">
          <strong>上次退回的理由：</strong>
          {former.reviewNote}
        </p>
      )}
      <table className={before === null ? '' : 'version-both'}>
        <thead className={before === null ? 'visually-hidden' : undefined}>
          <tr>
            <th scope="col">项目</th>
            {before !== null && <th scope="col">上次</th>}
            <th scope="col">这次</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, now], at) => {
            const was = before?.[at]?.[1] ?? ''
            const isChanged = before !== null && was !== now
            if (now === '' && was === '') return null
            return (
              <tr key={name} className={isChanged ? 'version-changed' : undefined}>
                <th scope="row">
                  {name}
                  {isChanged && <span className="badge">改了</span>}
                </th>
                {before !== null && <td>{isChanged ? was || '（空）' : '没有变'}</td>}
                <td>{now.startsWith('http') ? <OutsideLink href={now} /> : now || '（空）'}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {recommendation.cover !== null && (
        <img
          className="version-cover"
          src={pictureUrl(site, recommendation.cover, 240)}
          width="120"
          alt="读者传的封面"
        />
      )}
    </section>
  )
}

/** A link to another website; the browser sends no referrer when a user follows the link. */
function OutsideLink({ href }: { href: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {href}
    </a>
  )
}

function rowsOf({
  title,
  authors,
  isbn13,
  reason,
  tags,
  places,
  link,
}: FormerRecommendation | Inspection['recommendation']) {
  return [
    ['书名', title],
    ['作者', authors.join('、')],
    ['理由', reason],
    ['ISBN', isbn13 ?? ''],
    ['标签', tags.join('、')],
    ['地方', places.map(placeText).join('；')],
    ['网址', link ?? ''],
  ] as [name: string, value: string][]
}

function placeText({ name, kind, placeId, lng, lat }: RecommendationPlace): string {
  const spot = placeId === null ? `，新地方，${lng.toFixed(2)}，${lat.toFixed(2)}` : ''
  return `${name}（${placeKindNames[kind]}${spot}）`
}

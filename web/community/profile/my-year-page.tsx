import { useCallback, useState } from 'react'
import type { ReadingYear } from '#shared/api/account/shelf-map.ts'
import { BookCover } from '#web/catalogue/book/book-cover.tsx'
import { PageHead } from '#web/frame/page/page-head.tsx'
import { api } from '#web/frame/session/session.ts'
import { isLoggedIn, useSession } from '#web/frame/session/session-store.ts'
import { ColumnChart } from '#web/ui/column-chart.tsx'
import { useAnswer } from '#web/ui/use-answer.ts'
import { LoginForMap } from './login-for-map.tsx'
import { PosterButtons } from './poster-buttons.tsx'
import { ShelfMapSections } from './shelf-map-sections.tsx'
import { svgAddress } from './svg-address.ts'
import { YearSwitch } from './year-switch.tsx'

/**
 * The books that the user finished in a year, by month, place and century. Only the user sees this page; the poster of
 * a year has a public address if the user agrees.
 */
export function Component() {
  const session = useSession()
  return (
    <div className="my-map">
      <PageHead title="我的这一年" description="这一年读完的书，和它们写到的地方。" path={null} />
      <h1>我的这一年</h1>
      {isLoggedIn(session) ? <MyYear /> : <LoginForMap path="/user/year" isChecked={session.isChecked} />}
    </div>
  )
}

function MyYear() {
  const [thisYear] = useState(() => new Date().getFullYear())
  const [year, setYear] = useState(thisYear)
  const ask = useCallback((signal?: AbortSignal) => api.shelfMap.showYear({ year }, signal), [year])
  const { data, message } = useAnswer(ask)
  if (message) return <p role="alert">{message}</p>
  if (data === undefined) return <p className="empty">正在读取……</p>
  const years = [...new Set([thisYear, ...data.years])]
  return (
    <>
      <div className="chips" role="group" aria-label="年份">
        {years.map((one) => (
          <button
            key={one}
            type="button"
            className="chip"
            aria-current={one === year ? 'true' : undefined}
            onClick={() => setYear(one)}
          >
            {one}
          </button>
        ))}
      </div>
      {data.countBooks === 0 ? (
        <div className="empty">
          <p>{`${data.year} 年还没有标过「读过」的书。`}</p>
          <a className="button" href="/user/userInfo#shelf">
            去看书架
          </a>
        </div>
      ) : (
        <YearReview review={data} />
      )}
    </>
  )
}

function YearReview({ review }: { review: ReadingYear }) {
  const { year, isPublic, countBooks, months, books, map, globe } = review
  return (
    <>
      <h2>{`${year} 年读完 ${countBooks} 本`}</h2>
      <ColumnChart
        label={`${year} 年每个月读完的书`}
        head="月份"
        unit="本"
        columns={months.map((count, at) => ({ name: `${at + 1} 月`, count }))}
      />
      <ul className="my-map-covers">
        {books.map(({ id, title, cover }) => (
          <li key={id}>
            <a href={`/book/${id}`}>
              <BookCover id={id} title={title} cover={cover} />
              {title}
            </a>
          </li>
        ))}
      </ul>
      <h2>走到的地方</h2>
      <ShelfMapSections map={map} globe={svgAddress(globe)} name="我" />
      <h2>带走</h2>
      <div className="my-map-links">
        <PosterButtons fileName={`我的 ${year} 年`} year={year} />
        <a className="button button-quiet" href="/user/map">
          我的地图
        </a>
        <a className="button button-quiet" href="/user/reading">
          读书时间
        </a>
      </div>
      <YearSwitch key={year} year={year} isShown={isPublic} />
    </>
  )
}

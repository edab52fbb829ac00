import { useCallback, useState } from 'react'
import type { ReadingTimeBook, ReadingTimes } from '#shared/api/reader/reading-time.ts'
import { BookCover } from '#web/catalogue/book/book-cover.tsx'
import { Credits } from '#web/catalogue/book/credits.tsx'
import { PageHead } from '#web/frame/page/page-head.tsx'
import { sendReadingTime } from './measure-reading.ts'
import { durationText } from './duration-text.ts'
import { currentOwner } from '#web/reading/reader/state/local-reading.ts'
import { api } from '#web/frame/session/session.ts'
import { isLoggedIn, useSession } from '#web/frame/session/session-store.ts'
import { today } from '#web/community/shelf/shelf-words.ts'
import { Facts } from '#web/ui/facts.tsx'
import { useAnswer } from '#web/ui/use-answer.ts'
import { LoginForMap } from '#web/community/profile/login-for-map.tsx'
import { ReadingCalendar } from '#web/community/profile/reading-calendar.tsx'
import { ReadingTimeSettings } from '#web/community/profile/reading-time-settings.tsx'
import '../../../community/profile/shelf-map.css'
import '../../../community/profile/my-reading.css'

/** How long the user has read, by day and by book. Only the user sees this page. */
export function Component() {
  const session = useSession()
  return (
    <div className="my-map my-reading">
      <PageHead title="读书时间" description="读了多久、哪些天、每本书多快。只有自己看得到。" path={null} />
      <h1>读书时间</h1>
      {isLoggedIn(session) ? (
        <MyReading />
      ) : (
        <LoginForMap path="/user/reading" isChecked={session.isChecked} promise="登录之后读书，这里记着你读了多久。" />
      )}
    </div>
  )
}

function MyReading() {
  const [month, setMonth] = useState(() => today().slice(0, 7))
  const ask = useCallback(
    async (signal?: AbortSignal) => {
      // Sends the minutes that this device has counted since its last report, so that the answer includes them.
      await sendReadingTime(currentOwner(), true)
      return { month, times: await api.readingTime.show({ month, today: today() }, signal) }
    },
    [month],
  )
  const { data, message, reload } = useAnswer(ask)
  if (message) return <p role="alert">{message}</p>
  if (data === undefined) return <p className="empty">正在读取……</p>
  const { times } = data
  return (
    <>
      {times.countDays === 0 ? <NothingRead isOn={times.isOn} /> : <Totals times={times} />}
      {times.countDays > 0 && (
        <ReadingCalendar month={data.month} days={times.days} months={times.months} onChoose={setMonth} />
      )}
      {times.books.length > 0 && <ReadBooks books={times.books} />}
      <ReadingTimeSettings isOn={times.isOn} hasTimes={times.countDays > 0} onDeleted={reload} />
    </>
  )
}

function NothingRead({ isOn }: { isOn: boolean }) {
  return (
    <div className="empty">
      <p>{isOn ? '还没有记下什么。打开一本书读起来，这里就有了。' : '记录已经关闭，也没有存下什么。'}</p>
      <a className="button" href="/book/freeBook">
        找一本能读的书
      </a>
    </div>
  )
}

function Totals({ times: { seconds, characters, countDays, currentStreak, longestStreak } }: { times: ReadingTimes }) {
  const pace = describePace(seconds, characters)
  return (
    <Facts
      facts={[
        ['一共', durationText(seconds)],
        ['读书的日子', `${countDays} 天`],
        ...(pace === null ? [] : [['速度', pace] as [string, string]]),
        ...(currentStreak > 1 ? [['最近连着', `${currentStreak} 天`] as [string, string]] : []),
        ...(longestStreak > 1 ? [['最长连着', `${longestStreak} 天`] as [string, string]] : []),
      ]}
    />
  )
}

function ReadBooks({ books }: { books: ReadingTimeBook[] }) {
  return (
    <section aria-labelledby="read-books">
      <h2 id="read-books">读过的书</h2>
      <ul className="my-reading-books">
        {books.map(({ id, title, authors, authorIds, cover, seconds, characters, countDays, lastDay }) => {
          const pace = describePace(seconds, characters)
          return (
            <li key={id}>
              <a href={`/book/${id}`} tabIndex={-1} aria-hidden="true">
                <BookCover id={id} title={title} cover={cover} />
              </a>
              <div>
                <a href={`/book/${id}`}>《{title}》</a>
                <p className="form-note">
                  <Credits names={authors} ids={authorIds} />
                </p>
                <p>
                  {durationText(seconds)}，{countDays} 天{pace !== null && `，${pace}`}
                </p>
                <p className="form-note">上次 {lastDay}</p>
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Describes the pace in characters per hour; null if too little was read to tell. */
function describePace(seconds: number, characters: number): string | null {
  const hundreds = Math.round((characters / Math.max(1, seconds)) * 36)
  return seconds < 600 || hundreds === 0 ? null : `每小时约 ${hundreds * 100} 字`
}

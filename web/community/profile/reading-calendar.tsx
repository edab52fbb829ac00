import type { ReadingTimes } from '#shared/api/reader/reading-time.ts'

interface ReadingCalendarProps {
  /** The shown month as YYYY-MM. */
  month: string
  days: ReadingTimes['days']
  months: string[]
  onChoose: (month: string) => void
}

const weekdays = ['一', '二', '三', '四', '五', '六', '日']
/** Minutes of reading at which the colour of a day becomes one step darker. */
const levels = [1, 15, 30, 60]

/** A month as a calendar in which every day shows how many minutes the user has read. */
export function ReadingCalendar({ month, days, months, onChoose }: ReadingCalendarProps) {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const times = new Map(days.map(({ day, seconds }) => [Number(day.slice(8)), seconds]))
  const choices = [...new Set([month, ...months])].sort().toReversed()
  return (
    <section className="reading-calendar" aria-label="日历">
      <div className="reading-calendar-head">
        <h2>{`${year} 年 ${number} 月`}</h2>
        <select aria-label="月份" value={month} onChange={({ target }) => onChoose(target.value)}>
          {choices.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </div>
      <table>
        <caption className="visually-hidden">{`${year} 年 ${number} 月每天读书的分钟数`}</caption>
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(year, number).map((week) => (
            <tr key={week.join()}>
              {week.map((day, at) => (
                <Day key={weekdays[at]} day={day} seconds={times.get(day) ?? 0} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Day({ day, seconds }: { day: number; seconds: number }) {
  if (day === 0) return <td>{'\u00a0'}</td>
  const minutes = Math.floor(seconds / 60)
  // The cell has no room for 不到.
  const text = minutes < 1 ? '<1 分钟' : `${minutes} 分钟`
  return (
    <td data-level={levels.filter((level) => Math.max(1, minutes) >= level && seconds > 0).length}>
      {day}
      {seconds > 0 && <span>{text}</span>}
    </td>
  )
}

/** Returns the days of a month by week, from Monday to Sunday; 0 stands for a day of another month. */
function weeksOf(year: number, month: number): number[][] {
  const before = (new Date(Date.UTC(year, month - 1, 1)).getUTCDay() + 6) % 7
  const count = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return Array.from({ length: Math.ceil((before + count) / 7) }, (_, week) =>
    weekdays.map((_, at) => {
      const day = week * 7 + at - before + 1
      return day >= 1 && day <= count ? day : 0
    }),
  )
}

import { useState } from 'react'
import { Failure } from '#shared/api/failure.ts'
import type { System, SystemJob } from '#shared/api/system.ts'
import { api } from '#web/frame/session/session.ts'
import { ColumnChart } from '#web/ui/column-chart.tsx'
import { dayText, timeText } from '#web/ui/time-text.ts'

interface BackupParts {
  backups: System['backups']
  jobs: SystemJob[]
  /** Called when a backup has been started. */
  onChange: () => void
}

const dayMs = 24 * 3600 * 1000
/**
 * Number of days in the chart of backup sizes. The columns are labelled by the day of the month, so fewer days than a
 * month are shown and no label occurs twice.
 */
const chartedDays = 14
/** Age of the newest backup, in milliseconds, above which the daily backup counts as late. */
const lateMs = 1.5 * dayMs

/**
 * Shows the newest backups with their age and size, tells what the operator has to do, and offers a button that starts
 * a backup.
 */
export function BackupSection({ backups, jobs, onChange }: BackupParts) {
  const [notice, setNotice] = useState('')
  const running = jobs.find(({ name, state }) => name === 'make-backup' && (state === 'queued' || state === 'running'))
  const backUp = async () => {
    try {
      await api.system.backUp({})
      setNotice('开始备份了，过一会儿再来看。')
      onChange()
    } catch (error) {
      setNotice(error instanceof Failure ? error.message : '没有开始，请再试一次')
    }
  }
  return (
    <section aria-labelledby="backups">
      <h2 id="backups">备份</h2>
      <p className={isLate(backups) ? 'system-warning' : 'form-note'}>{describe(backups)}</p>
      {backups && backups.list.length > 1 && <SizeChart list={backups.list} />}
      {backups && backups.list.length > 0 && (
        <ul className="system-list">
          {backups.list.map(({ name, createTime, bytes }) => (
            <li key={name}>
              <span>{timeText(createTime)}</span>
              <span>{sizeText(bytes)}</span>
              <span className="system-name">{name}</span>
            </li>
          ))}
        </ul>
      )}
      {backups && (
        <p>
          <button
            type="button"
            className="button button-quiet"
            disabled={running !== undefined}
            onClick={() => void backUp()}
          >
            {running === undefined ? '现在备份' : '正在备份……'}
          </button>
        </p>
      )}
      <p role="status">{notice}</p>
    </section>
  )
}

/** Shows the sizes of the backups of two weeks: one that is much smaller than its neighbours is suspicious. */
function SizeChart({ list }: { list: NonNullable<System['backups']>['list'] }) {
  const since = Date.parse(list[0]?.createTime ?? '') - chartedDays * dayMs
  const charted = list.filter(({ createTime }) => Date.parse(createTime) > since).toReversed()
  const newestOfDay = new Map(charted.map(({ createTime, bytes }) => [Number(dayText(createTime).slice(-2)), bytes]))
  const [unit, unitBytes] = charted.some(({ bytes }) => bytes >= 1e6) ? ['MB', 1e6] : ['kB', 1e3]
  const label = `两周来备份的大小（${unit}）`
  return (
    <>
      <h3>{label}</h3>
      <ColumnChart
        label={label}
        head="日子"
        unit={unit}
        columns={[...newestOfDay].map(([day, bytes]) => ({ name: String(day), count: Math.round(bytes / unitBytes) }))}
      />
    </>
  )
}

function describe(backups: System['backups']): string {
  if (backups === null) return '没有自动备份。请运维用 BACKUP_TO 写明备份放在哪里，或定期运行 npm run backup。'
  if (backups.message !== '') return backups.message
  const [newest] = backups.list
  if (newest === undefined) return `还没有备份。每天凌晨三点自动备份到 ${backups.place}。`
  const age = ageText(newest.createTime)
  if (isLate(backups)) return `最近一份备份是${age}前的，应当每天有一份：请看下面的任务为什么没有做完。`
  return `最近一份是${age}前的，已经试着恢复过。每天凌晨三点自动备份到 ${backups.place}。`
}

function isLate(backups: System['backups']): boolean {
  if (backups === null || backups.message !== '') return true
  const [newest] = backups.list
  return newest !== undefined && Date.now() - Date.parse(newest.createTime) > lateMs
}

function ageText(time: string): string {
  const hours = Math.floor((Date.now() - Date.parse(time)) / 3_600_000)
  if (hours < 1) return '不到一小时'
  return hours < 48 ? `${hours} 小时` : `${Math.floor(hours / 24)} 天`
}

function sizeText(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}

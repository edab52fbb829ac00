import { useState } from 'react'
import { api } from '#web/frame/session/session.ts'
import { today } from '#web/community/shelf/shelf-words.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { describeFailure } from '#web/ui/describe-failure.ts'
import { downloadFile } from '#web/ui/download-file.ts'
import { useSavedSwitch } from '#web/ui/use-saved-switch.ts'
import '#web/ui/profile-switch.css'

interface ReadingTimeSettingsProps {
  isOn: boolean
  /** Whether the site stores reading times of the user. */
  hasTimes: boolean
  onDeleted: () => void
}

/** Switch for the measuring of reading times, with their export and deletion. */
export function ReadingTimeSettings({ isOn: stored, hasTimes, onDeleted }: ReadingTimeSettingsProps) {
  const [isAsked, setIsAsked] = useState(false)
  const [wrong, setWrong] = useState('')
  const { isOn, message, choose } = useSavedSwitch('reading-time', stored, (isOn) =>
    api.readingTime.setMeasuring({ isOn }),
  )
  const save = (format: 'json' | 'csv') =>
    void download(format).then(
      () => setWrong(''),
      (error: unknown) => setWrong(`没有导出：${describeFailure(error).message}`),
    )
  return (
    <section className="profile-switch" aria-labelledby="reading-time-switch">
      <h2 id="reading-time-switch">记录与导出</h2>
      <label>
        <input type="checkbox" checked={isOn ?? false} onChange={({ target }) => void choose(target.checked)} />
        记下我的读书时间
      </label>
      <p className="form-note">
        {isOn
          ? '只在阅读器开着、你在翻页或滚动时计时，五分钟不动就停；没有网络时先存在这台设备上。只有你自己看得到。没有登录时不记录。'
          : '现在不计时，也不存。以前存下的还在，可以删除。'}
      </p>
      {(message || wrong) && <p role="alert">{message || wrong}</p>}
      {hasTimes && (
        <span className="form-buttons">
          <button type="button" className="button button-quiet" onClick={() => save('csv')}>
            导出 CSV
          </button>
          <button type="button" className="button button-quiet" onClick={() => save('json')}>
            导出 JSON
          </button>
          <button type="button" className="button button-quiet" onClick={() => setIsAsked(true)}>
            删除记录
          </button>
        </span>
      )}
      {isAsked && (
        <ConfirmDialog
          heading="删除读书时间？"
          confirm="删除"
          act={async () => {
            await api.readingTime.remove({})
            onDeleted()
          }}
          onClose={() => setIsAsked(false)}
        >
          <p>所有设备记下的读书时间都会删除，找不回来。读到哪里和批注不受影响。</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

async function download(format: 'json' | 'csv') {
  const { list } = await api.readingTime.export({})
  const name = `读书时间-${today()}.${format}`
  if (format === 'json') return downloadFile(name, 'application/json', JSON.stringify(list, null, 2))
  const rows = list.map(({ day, title, seconds, characters, bookId }) => [day, title, seconds, characters, bookId])
  const lines = [['日期', '书名', '秒', '字数', '书的编号'], ...rows].map((row) => row.map(quote).join(','))
  // The file begins with a byte order mark, because spreadsheet programs recognise UTF-8 by it.
  downloadFile(name, 'text/csv', `\uFEFF${lines.join('\r\n')}\r\n`)
}

/**
 * Quotes a value for CSV. A title that begins like a formula gets an apostrophe, so that spreadsheets do not run it.
 */
function quote(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
  return `"${text.replaceAll('"', '""')}"`
}

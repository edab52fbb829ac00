import { X } from 'lucide-react'
import { useState } from 'react'
import type { ImportVerdict } from '#shared/api/library.ts'
import { api } from '../session/session.ts'
import { describe } from '../ui/use-submit.ts'
import { type ImportChoice, ImportForm } from './import-form.tsx'
import type { SentFile } from './send-file.ts'
import { lengthText, scriptText, sizeText } from './text-words.ts'
import { type SendState, useSentFile } from './use-sent-file.ts'

const kindNames = { new: '新的', same: '已有', replaces: '替换', refused: '不能收' }

interface RowProps {
  file: File
  onKept: () => void
  onDropped: () => void
}

/** One file on its way: sent, judged, and kept or let go. */
export function ImportRow({ file, onKept, onDropped }: RowProps) {
  const state = useSentFile(file)
  return (
    <li className="import-row">
      <p className="import-name">
        <strong>{file.name}</strong> <span className="count">{sizeText(file.size)}</span>
        <button type="button" className="icon-button" aria-label={`放弃 ${file.name}`} onClick={onDropped}>
          <X size={20} strokeWidth={1.5} aria-hidden />
        </button>
      </p>
      <div aria-live="polite">
        <Progress state={state} />
        {state.verdict && state.sent && <Judged verdict={state.verdict} sent={state.sent} onKept={onKept} />}
      </div>
    </li>
  )
}

function Progress({ state: { fraction, sent, verdict, message } }: { state: SendState }) {
  if (message) return <p className="form-message">{message}</p>
  if (verdict) return null
  return sent ? <p className="form-note">正在看……</p> : <progress value={fraction} aria-label="已上传" />
}

function Judged({ verdict, sent, onKept }: { verdict: ImportVerdict; sent: SentFile; onKept: () => void }) {
  const [kept, setKept] = useState<{ bookId: string; message: string }>()
  const [wrong, setWrong] = useState('')
  const [isBusy, setBusy] = useState(false)
  const keep = async (choice: ImportChoice) => {
    setBusy(true)
    setWrong('')
    try {
      const { kind, bookId } = await api.library.keep({ ...sent, ...choice })
      setKept({ bookId, message: kind === 'same' ? '书库里已有这个文件' : '已导入' })
      onKept()
    } catch (error) {
      const { errors, message } = describe(error)
      setWrong(message || Object.values(errors).join('；'))
    } finally {
      setBusy(false)
    }
  }
  const { kind, message, warnings, title, authors, countChapters, countCharacters } = verdict
  return (
    <>
      <p>
        <span className="badge" data-kind={kind}>
          {kindNames[kind]}
        </span>{' '}
        {message}
      </p>
      {kind !== 'refused' && (
        <p className="form-note">
          《{title}》{authors.join('、')} · {countChapters} 章 · {lengthText(countCharacters)} · {scriptText(verdict)}
        </p>
      )}
      {warnings.length > 0 && (
        <ul className="import-warnings">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      {wrong && <p className="form-message">{wrong}</p>}
      {kept && (
        <p role="status">
          {kept.message}，<a href={`/book/${kept.bookId}`}>去看看</a>。
        </p>
      )}
      {!kept && (kind === 'new' || kind === 'replaces') && (
        <ImportForm verdict={verdict} isBusy={isBusy} onKeep={keep} />
      )}
    </>
  )
}

import { X } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { useState } from 'react'
import type { ImportEntry, ImportVerdict } from '#shared/api/book/library-admin.ts'
import { api } from '#web/frame/session/session.ts'
import { describeFailure } from '#web/ui/describe-failure.ts'
import { type ImportChoice, ImportForm } from './import-form.tsx'
import { lengthText, scriptText } from '#web/catalogue/book/text-words.ts'
import { useChapterChoices } from './use-chapter-choices.ts'
import { isBusy } from './use-imports.ts'

const kindNames = { new: '新的', same: '已有', replaces: '替换', refused: '不能导入' }

/** One uploaded text file, with the result of its check and the buttons that import or discard it. */
export function ImportRow({ entry, onChanged }: { entry: ImportEntry; onChanged: () => void }) {
  const [wrong, setWrong] = useState('')
  const { id, name, state, verdict, stored, message } = entry
  const { choices, setChoices, forget } = useChapterChoices(entry)
  const discard = async () => {
    setWrong('')
    try {
      await api.library.removeImport({ id })
      forget()
      onChanged()
    } catch (error) {
      const { errors, message } = describeFailure(error)
      setWrong(message || Object.values(errors).join('；'))
    }
  }
  const store = async (choice: ImportChoice) => {
    setWrong('')
    await api.library.store({ id, ...choice })
    onChanged()
  }
  const isOpen = state === 'judged' || (state === 'failed' && verdict !== null)
  return (
    <li className="import-row">
      <p className="import-name">
        <strong>{name}</strong>
        {state !== 'storing' && <DiscardButton entry={entry} onDiscard={() => void discard()} />}
      </p>
      <div aria-live="polite">
        {verdict && <Verdict verdict={verdict} />}
        {isBusy(entry) && <Progress entry={entry} />}
        {(wrong || state === 'failed') && (
          <p className="form-message">{wrong || message || '没有读完，请重新选择文件'}</p>
        )}
        {stored && (
          <p role="status">
            {stored.kind === 'same' ? '书库里已有这个文件' : '已导入'}，<a href={`/book/${stored.bookId}`}>去看看</a>。
          </p>
        )}
        {isOpen && (verdict?.kind === 'new' || verdict?.kind === 'replaces') && (
          <ImportForm
            importId={id}
            isDivided={!/\.epub$/i.test(name)}
            verdict={verdict}
            choices={choices}
            onChoose={setChoices}
            onDecide={store}
          />
        )}
      </div>
    </li>
  )
}

function DiscardButton({ entry: { name, stored }, onDiscard }: { entry: ImportEntry; onDiscard: () => void }) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={`${stored ? '收起' : '放弃'} ${name}`}
      onClick={onDiscard}
    >
      <Icon of={X} size={20} />
    </button>
  )
}

function Progress({ entry: { state, progress, message } }: { entry: ImportEntry }) {
  const waiting = state === 'judging' ? '等着读文件' : '等着导入'
  return (
    <>
      <progress value={progress} aria-label={state === 'judging' ? '读文件' : '导入'} />
      <p className="form-note">{message || waiting}……离开这一页也会继续。</p>
    </>
  )
}

function Verdict({ verdict }: { verdict: ImportVerdict }) {
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
    </>
  )
}

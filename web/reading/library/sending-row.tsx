import { X } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { sizeText } from '#web/catalogue/book/text-words.ts'
import { useSentFile } from './use-sent-file.ts'

interface RowProps {
  file: File
  onSent: () => void
  onDropped: () => void
}

/** Line of the import page for one text file that is being uploaded. */
export function SendingRow({ file, onSent, onDropped }: RowProps) {
  const { fraction, message } = useSentFile(file, onSent)
  return (
    <li className="import-row">
      <p className="import-name">
        <strong>{file.name}</strong> <span className="count">{sizeText(file.size)}</span>
        <button type="button" className="icon-button" aria-label={`放弃 ${file.name}`} onClick={onDropped}>
          <Icon of={X} size={20} />
        </button>
      </p>
      <div aria-live="polite">
        {message ? <p className="form-message">{message}</p> : <progress value={fraction} aria-label="已上传" />}
      </div>
    </li>
  )
}

import { FileUp, X } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { type ChangeEvent, useEffect, useEffectEvent, useState } from 'react'
import { ImportRow } from './import-row.tsx'
import { forgetOtherChoices } from './use-chapter-choices.ts'
import { useImports } from './use-imports.ts'
import { sizeText } from '#web/catalogue/book/text-words.ts'
import { useSentFile } from './use-sent-file.ts'

interface RowProps {
  file: File
  onSent: () => void
  onDropped: () => void
}

interface Chosen {
  key: string
  file: File
}

/**
 * Uploads text files and starts checking them as soon as an editor chooses them. A file enters the library only after
 * an editor's decision.
 */
export function ImportFiles({ onStored }: { onStored: () => void }) {
  const [chosen, setChosen] = useState<Chosen[]>([])
  const { list, isLoaded, message, reload } = useImports()
  useEffect(() => {
    if (isLoaded) forgetOtherChoices(list)
  }, [isLoaded, list])
  const countStored = list.filter(({ stored }) => stored !== null).length
  const recordStored = useEffectEvent(onStored)
  useEffect(() => {
    if (countStored > 0) recordStored()
  }, [countStored])
  const add = (files: File[]) =>
    setChosen((before) => {
      const known = new Set(before.map(({ key }) => key))
      const fresh = files.map((file) => ({ key: `${file.name}/${file.size}/${file.lastModified}`, file }))
      return [...before, ...fresh.filter(({ key }) => !known.has(key))].slice(0, 100)
    })
  const drop = (key: string) => setChosen((before) => before.filter((one) => one.key !== key))
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    // The chosen files are copied to an array, because clearing the file input below also empties its list of files.
    add([...(event.target.files ?? [])])
    event.target.value = ''
  }
  return (
    <section aria-labelledby="import">
      <h2 id="import">导入</h2>
      <p className="form-note">
        EPUB、TXT（各种中文编码）和 Markdown，每个不超过 50
        MB。选好后先看判断，确认了才导入；同一个文件导入两次也只有一份。原件照样保存；显示时去掉脚本和指向书外的地址。
      </p>
      <label className="import-drop">
        <Icon of={FileUp} size={28} />
        <span>选择文件，或拖到这里</span>
        {/* The invisible file input covers the whole upload box, so that files that are dropped on the box are
            chosen too. */}
        <input type="file" multiple accept=".epub,.txt,.md,.markdown" onChange={choose} />
      </label>
      {message && <p role="alert">{message}</p>}
      <ul className="import-rows">
        {list.map((entry) => (
          <ImportRow key={entry.id} entry={entry} onChanged={reload} />
        ))}
        {chosen.map(({ key, file }) => (
          <SendingRow
            key={key}
            file={file}
            onSent={() => {
              drop(key)
              reload()
            }}
            onDropped={() => drop(key)}
          />
        ))}
      </ul>
    </section>
  )
}

/** Line of the import page for one text file that is being uploaded. */
function SendingRow({ file, onSent, onDropped }: RowProps) {
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

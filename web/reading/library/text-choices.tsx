import { useId } from 'react'
import type { ChapterPreview } from '#shared/api/book/imported-text.ts'
import { chapterStyleNames, type TextChoice } from '#shared/text-choice.ts'

/** Value of the option that lets the program choose the style of the chapter headings. */
const automatic = ''

interface ChoicesProps {
  preview: ChapterPreview
  choice: TextChoice
  onChange: (changed: Partial<TextChoice>) => void
}

/** Selects the encoding of an uploaded text, if several are possible, and the style of its chapter headings. */
export function TextChoices({ preview, choice, onChange }: ChoicesProps) {
  // A new encoding changes the lines of the text, and a new heading style changes its headings, so the editor's choices
  // about single lines are discarded.
  const changeAnew = (changed: Partial<TextChoice>) => onChange({ merged: [], added: [], ...changed })
  const styleId = useId()
  return (
    <>
      {preview.encodings.length > 1 && (
        <EncodingSelect preview={preview} onSelect={(encoding) => changeAnew({ style: null, encoding })} />
      )}
      {preview.encodings.length === 1 && preview.encoding !== 'utf-8' && (
        <p className="form-note">
          按 {preview.encoding.toUpperCase()} 读出：{preview.encodings[0]?.sample}
        </p>
      )}
      <div className="field">
        <label htmlFor={styleId}>章名的写法</label>
        <select
          id={styleId}
          value={choice.style ?? automatic}
          onChange={({ target }) => changeAnew({ style: (target.value || null) as TextChoice['style'] })}
        >
          <option value={automatic}>自动</option>
          {preview.styles.map(({ style, count }) => (
            <option key={style} value={style}>
              {chapterStyleNames[style]}（{count} 章）
            </option>
          ))}
          <option value="none">{chapterStyleNames.none}</option>
        </select>
      </div>
    </>
  )
}

interface EncodingProps {
  preview: ChapterPreview
  onSelect: (encoding: TextChoice['encoding']) => void
}

/**
 * Select element for the encoding of a text file; each option shows the beginning of the text as decoded with that
 * encoding.
 */
function EncodingSelect({ preview: { encoding, encodings }, onSelect }: EncodingProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>文字编码</label>
      <select id={id} value={encoding} onChange={({ target }) => onSelect(target.value as TextChoice['encoding'])}>
        {encodings.map(({ encoding, sample }) => (
          <option key={encoding} value={encoding}>
            {encoding.toUpperCase()}：{sample}
          </option>
        ))}
      </select>
    </div>
  )
}

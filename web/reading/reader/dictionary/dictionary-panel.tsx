import { useEffect, useRef } from 'react'
import type { DictionaryCharacter, DictionaryWord, LookUp } from '#shared/api/reader/dictionary.ts'
import { SearchForm } from '#web/reading/reader/search/search-form.tsx'
import { useReader } from '#web/reading/reader/state/reader-store.ts'
import { useLookUp } from './use-look-up.ts'
import './dictionary-panel.css'

/** The readings and forms of the text that the user has selected in the book or has entered here. */
export function DictionaryPanel() {
  const lookedUp = useReader((state) => state.lookedUp)
  const answer = useLookUp(lookedUp)
  return (
    <div className="dictionary">
      <LookUpForm key={lookedUp} text={lookedUp} />
      <p className="reader-note" role="status">
        {lookedUp === '' && '选中书里的字词，或在上面写一个。'}
        {lookedUp !== '' && answer === undefined && '正在查……'}
        {answer !== undefined && ('wrong' in answer ? answer.wrong : describe(answer.found))}
      </p>
      {answer !== undefined && 'found' in answer && <Entries found={answer.found} />}
      <p className="reader-note">
        单字取自 Unihan，词语的读音取自 CC-CEDICT（CC BY-SA 4.0）。这里查读音和字形，没有释义。
      </p>
    </div>
  )
}

function LookUpForm({ text }: { text: string }) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (text === '') input.current?.focus({ preventScroll: true })
  }, [text])
  return (
    <SearchForm
      ref={input}
      label="要查的字词"
      button="查"
      searched={text.slice(0, 40)}
      maxLength={200}
      onEscape={() => useReader.setState({ panel: null })}
      onSearch={(lookedUp) => useReader.setState({ lookedUp })}
    />
  )
}

function describe({ words, characters, unknown }: LookUp): string {
  const count = `${words.length > 0 ? `${words.length} 个词，` : ''}${characters.length} 个字`
  if (unknown.length === 0) return count
  return `${characters.length > 0 ? `${count}；` : ''}没有收录：${unknown.join('、')}`
}

function Entries({ found: { words, characters } }: { found: LookUp }) {
  return (
    <>
      {words.length > 0 && (
        <ul className="dictionary-words">
          {words.map((word, at) => (
            <Word key={at} word={word} />
          ))}
        </ul>
      )}
      {characters.map((character) => (
        <Character key={character.character} entry={character} />
      ))}
    </>
  )
}

function Word({ word: { traditional, simplified, pinyin } }: { word: DictionaryWord }) {
  return (
    <li>
      <h3>
        {simplified}
        {traditional !== simplified && <span className="dictionary-other">{traditional}</span>}
        <span className="dictionary-pinyin" lang="zh-Latn">
          {pinyin}
        </span>
      </h3>
    </li>
  )
}

const levels = ['一级字（常用）', '二级字', '三级字']

function Character({ entry }: { entry: DictionaryCharacter }) {
  const { character, readings, oldReadings, radical, strokesBesideRadical, strokes, level } = entry
  const facts = [
    radical && `部首 ${radical}，部外 ${strokesBesideRadical} 画`,
    strokes > 0 && `共 ${strokes} 画`,
    level === null ? '不在《通用规范汉字表》' : levels[level - 1],
  ].filter(Boolean)
  return (
    <section className="dictionary-character">
      <h3>
        <span className="dictionary-glyph">{character}</span>
        <span className="dictionary-pinyin" lang="zh-Latn">
          {readings.join('，') || '读音不详'}
        </span>
      </h3>
      {oldReadings.length > 0 && <p>《汉语大字典》另有：{oldReadings.join('，')}</p>}
      <p>{facts.join(' · ')}</p>
      <Forms label="简体" forms={entry.simplifiedForms} />
      <Forms label="繁体" forms={entry.traditionalForms} />
      <Forms label="异体" forms={entry.variantForms} />
    </section>
  )
}

/** Other forms of a character, each a button that looks it up. */
function Forms({ label, forms }: { label: string; forms: string[] }) {
  if (forms.length === 0) return null
  return (
    <p className="dictionary-forms">
      {label}
      {forms.map((form) => (
        <button
          key={form}
          type="button"
          aria-label={`查${label} ${form}`}
          onClick={() => useReader.setState({ lookedUp: form })}
        >
          {form}
        </button>
      ))}
    </p>
  )
}

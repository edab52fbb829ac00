import { Keyboard } from 'lucide'
import type { ReactNode } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { OfflineSwitch } from '#web/reading/reader/offline/offline-switch.tsx'
import type { ReadBook } from '#web/reading/reader/state/read-book.ts'
import { togglePanel, useReader } from '#web/reading/reader/state/reader-store.ts'
import { useIsFixed } from '#web/reading/reader/state/use-is-fixed.ts'
import { familiesOf, fontOf } from '#web/reading/reader/view/book-fonts.ts'
import {
  changeSettings,
  columnCounts,
  flows,
  fonts,
  marginSizes,
  papers,
  pinyins,
  ranges,
  type ReadingSettings,
  scripts,
  useReadingSettings,
} from '#web/reading/reader/view/reading-settings.ts'
import './settings-panel.css'

export function SettingsPanel({ book }: { book: ReadBook }) {
  const settings = useReadingSettings()
  return (
    <div className="reader-settings">
      <Sample />
      <Group heading="文字">
        <Choice name="font" label="字体" choices={fonts} />
        <FontNote />
        <Step name="size" label="字号" show={(size) => `${size}`} />
        <Step name="spacing" label="行距" show={(spacing) => (spacing / 10).toFixed(1)} />
        <Choice name="script" label="简繁" choices={scripts} />
        <Choice name="pinyin" label="注音" choices={pinyins} />
        <PinyinNote />
      </Group>
      <Group heading="页面">
        <Choice name="paper" label="底色" choices={papers} />
        <Choice name="flow" label="方式" choices={flows} />
        <FlowNote />
        <FixedNote />
        <Choice name="margins" label="页边距" choices={marginSizes} />
        {settings.flow !== 'scrolled' && <Choice name="columns" label="栏数" choices={columnCounts} />}
        <ColumnsNote />
        <Step name="width" label="行宽" show={(width) => `${width} 字`} />
        <Check label="竖排" isOn={settings.isVertical} onChange={(isVertical) => changeSettings({ isVertical })} />
        <Check
          label="段首空两格"
          isOn={settings.isIndented}
          onChange={(isIndented) => changeSettings({ isIndented })}
        />
      </Group>
      <Group heading="这本书和按键">
        <OtherFiles book={book} />
        <OfflineSwitch book={book} />
        <button type="button" className="button button-quiet" onClick={() => togglePanel('keys')}>
          <Icon of={Keyboard} size={18} />
          看看有哪些按键
        </button>
      </Group>
    </div>
  )
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section>
      <h3>{heading}</h3>
      {children}
    </section>
  )
}

const sample = {
  simplified: '山不在高，有仙则名。水不在深，有龙则灵。斯是陋室，惟吾德馨。',
  traditional: '山不在高，有仙則名。水不在深，有龍則靈。斯是陋室，惟吾德馨。',
}

/** Shows the settings on a few lines of text if the open page of the book has no text, as a cover has none. */
function Sample() {
  const settings = useReadingSettings()
  const hasText = useReader(({ view }) => (view?.shownSection?.doc.body.textContent ?? '').trim() !== '')
  const hasFonts = useReader(({ outline }) => outline?.hasFonts === true)
  if (hasText) return null
  const { size, spacing, script, font, isVertical, isIndented } = settings
  const style = {
    fontFamily: familiesOf(fontOf(font, { hasFonts })),
    fontSize: size,
    lineHeight: spacing / 10,
    textIndent: isIndented ? '2em' : 0,
    writingMode: isVertical ? 'vertical-rl' : 'horizontal-tb',
  } as const
  return (
    <p className="reader-sample" aria-hidden style={style}>
      {sample[script === 'traditional' ? 'traditional' : 'simplified']}
    </p>
  )
}

type Named = 'paper' | 'flow' | 'script' | 'pinyin' | 'font' | 'margins' | 'columns'

function Choice({ name, label, choices }: { name: Named; label: string; choices: Record<string, string> }) {
  const current = useReadingSettings((settings) => settings[name])
  return (
    <fieldset className="reader-choice">
      <legend>{label}</legend>
      {Object.entries(choices).map(([value, text]) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            checked={value === current}
            onChange={() => changeSettings({ [name]: value } as Partial<ReadingSettings>)}
          />
          <span data-value={value}>{text}</span>
        </label>
      ))}
    </fieldset>
  )
}

function Step({ name, label, show }: { name: keyof typeof ranges; label: string; show(value: number): string }) {
  const value = useReadingSettings((settings) => settings[name])
  const [min, max, by] = ranges[name]
  const to = (next: number) => changeSettings({ [name]: next } as Partial<ReadingSettings>)
  return (
    <div className="reader-step" role="group" aria-label={label}>
      <span>{label}</span>
      <button
        type="button"
        className="icon-button"
        aria-label={`${label}减`}
        disabled={value <= min}
        onClick={() => to(value - by)}
      >
        −
      </button>
      <output aria-live="polite">{show(value)}</output>
      <button
        type="button"
        className="icon-button"
        aria-label={`${label}加`}
        disabled={value >= max}
        onClick={() => to(value + by)}
      >
        +
      </button>
    </div>
  )
}

function Check({ label, isOn, onChange }: { label: string; isOn: boolean; onChange(isOn: boolean): void }) {
  return (
    <label className="reader-check">
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
      {label}
    </label>
  )
}

/** Says what the choice of the book's own way means; shown only if the user has made this choice. */
function FlowNote() {
  const isOwn = useReadingSettings(({ flow }) => flow === 'book')
  return isOwn && <p className="reader-note">书要求滚动就滚动，没有要求就翻页。</p>
}

/** Says which characters get pinyin. */
function PinyinNote() {
  const choice = useReadingSettings(({ pinyin }) => pinyin)
  if (choice === 'none')
    return <p className="reader-note">《通用规范汉字表》里，3500 个常用字以外是生字，6500 字以外是僻字。</p>
  const count = choice === 'rare' ? 3500 : 6500
  return <p className="reader-note">给《通用规范汉字表》前 {count} 字以外的字注音；多音字取最常用的读音。</p>
}

/** Says how the user gets the fonts of the book; shown only if it brings fonts and the user has chosen others. */
function FontNote() {
  const choice = useReadingSettings(({ font }) => font)
  const hasFonts = useReader(({ outline }) => outline?.hasFonts === true)
  if (!hasFonts || choice === 'auto' || choice === 'book') return null
  return <p className="reader-note">这本书自带字体，选“自动”或“原书”就用它的。</p>
}

/** Note that the settings below it have no effect, because the book itself fixes the size of its pages. */
function FixedNote() {
  return useIsFixed() && <p className="reader-note">这一页的版面是书里排好的，下面的设置只对文字排版的页起作用。</p>
}

/** Says in which windows two columns have no room; shown only if the user has chosen two columns. */
function ColumnsNote() {
  const isShown = useReadingSettings(({ columns, flow }) => columns === 'two' && flow !== 'scrolled')
  const isVertical = useReadingSettings((settings) => settings.isVertical)
  if (!isShown) return null
  return <p className="reader-note">{isVertical ? '竖排时，高的窗口才分上下两栏。' : '高的窗口仍是一栏。'}</p>
}

/** Links to the book's other files, such as the one in Traditional Chinese. */
function OtherFiles({ book }: { book: ReadBook }) {
  const current = useReader(({ outline }) => outline?.fileId)
  const others = book.files.filter(({ id, format }) => format === 'epub' && id !== current)
  if (others.length === 0) return null
  return (
    <p className="reader-others">
      另有：
      {others.map(({ id, title, language }) => (
        <a key={id} href={`/book/${book.id}/read?file=${id}`} data-reload>
          {title}
          {language === 'zh-Hant' && '（繁体）'}
        </a>
      ))}
    </p>
  )
}

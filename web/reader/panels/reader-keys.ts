import { toggleBookmark, markChosen } from '#web/reader/notes/annotate.ts'
import { jumpBack, type Panel, togglePanel, useReader } from '#web/reader/state/reader-store.ts'
import { changeSettings, ranges, useReadingSettings } from '#web/reader/view/reading-settings.ts'

const panels: Record<string, Panel> = { t: 'contents', '/': 'search', n: 'notes', s: 'settings', '?': 'keys' }

/** What the keys do, as it is shown. */
export const keyList: [keys: string, meaning: string][] = [
  ['→ ↓ 空格 PageDown', '下一页'],
  ['← ↑ Shift+空格 PageUp', '上一页'],
  ['Home / End', '书的开头 / 末尾'],
  ['t', '目录'],
  ['/', '在书里搜索'],
  ['n', '书签和批注'],
  ['s', '设置'],
  ['b', '加上或取下书签'],
  ['h', '标出选中的文字'],
  ['+ / −', '字大一些 / 小一些'],
  ['Backspace', '回到跳转之前的地方'],
  ['Esc', '关上打开的一栏'],
  ['?', '这张表'],
]

/** One key, pressed in the text or beside it. */
export function pressKey(event: KeyboardEvent) {
  const { ctrlKey, metaKey, altKey, defaultPrevented } = event
  if (ctrlKey || metaKey || altKey || defaultPrevented || isTyping(event.target)) return
  const turned = turn(event)
  if (turned || act(event)) event.preventDefault()
}

function turn({ key, shiftKey, target }: KeyboardEvent): boolean {
  const { view } = useReader.getState()
  const { isVertical, flow } = useReadingSettings.getState()
  if (view === null) return false
  const isBack = key === 'PageUp' || (key === ' ' && shiftKey) || key === (isVertical ? 'ArrowRight' : 'ArrowLeft')
  const isOn = key === 'PageDown' || (key === ' ' && !shiftKey) || key === (isVertical ? 'ArrowLeft' : 'ArrowRight')
  const isLine = flow === 'paged' && (key === 'ArrowUp' || key === 'ArrowDown')
  // A slider is moved by the arrows, a panel scrolled, a button pressed by the space bar; what is selected grows with
  // shift.
  if (isWithin(target, 'input, select, .panel') || (shiftKey && key !== ' ')) return false
  if (key === ' ' && isWithin(target, 'button, a')) return false
  if (isBack || (isLine && key === 'ArrowUp')) void view.previous()
  else if (isOn || isLine) void view.next()
  else if (key === 'Home') void view.goToFraction(0)
  else if (key === 'End') void view.goToFraction(1)
  else return false
  return true
}

function act({ key, target }: KeyboardEvent): boolean {
  const panel = panels[key]
  if (panel !== undefined) togglePanel(panel)
  else if (key === 'Escape') closeOne()
  else if (key === 'b') toggleBookmark()
  else if (key === 'h') markChosen('yellow')
  else if (key === '+' || key === '=') grow(1)
  else if (key === '-') grow(-1)
  else if (key === 'Backspace' && !isWithin(target, '.panel')) void jumpBack()
  else return false
  return true
}

/** What was opened last is closed first. */
function closeOne() {
  const { outward, touched, chosen, panel, view } = useReader.getState()
  if (outward !== null) useReader.setState({ outward: null })
  else if (touched !== null) useReader.setState({ touched: null })
  else if (chosen !== null) view?.deselect()
  else if (panel !== null) useReader.setState({ panel: null })
}

export function grow(by: number) {
  const [least, most] = ranges.size
  changeSettings({ size: Math.min(most, Math.max(least, useReadingSettings.getState().size + by)) })
}

function isTyping(target: EventTarget | null): boolean {
  return isWithin(target, 'input:not([type=range], [type=checkbox], [type=radio]), textarea, select')
}

function isWithin(target: EventTarget | null, selector: string): boolean {
  return isElement(target) && target.closest(selector) !== null
}

/** Elements of a frame are of another window's classes. */
function isElement(target: EventTarget | null): target is Element {
  return target !== null && 'closest' in target
}

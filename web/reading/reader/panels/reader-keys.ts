import { toggleBookmark, highlightSelection } from '#web/reading/reader/notes/annotate.ts'
import { closeFootnote } from '#web/reading/reader/notes/close-footnote.ts'
import { copyPassage } from '#web/reading/reader/passage/copy-passage.ts'
import {
  closeSpeech,
  jumpBack,
  lookUpSelection,
  shareSelection,
  type Panel,
  togglePanel,
  toggleSpeech,
  useReader,
} from '#web/reading/reader/state/reader-store.ts'
import { hideEnd, turnPage } from '#web/reading/reader/state/turn-page.ts'
import { changeSettings, ranges, useReadingSettings } from '#web/reading/reader/view/reading-settings.ts'
import { turnsLeftward } from '#web/reading/reader/view/turns-leftward.ts'

const panels: Record<string, Panel> = { t: 'contents', '/': 'search', n: 'notes', s: 'settings', '?': 'keys' }

/** Keyboard shortcuts of the reader with their descriptions for the user. */
export const keyList: [keys: string, meaning: string][] = [
  ['→ ↓ 空格 PageDown', '下一页'],
  ['← ↑ Shift+空格 PageUp', '上一页'],
  ['Home / End', '书的开头 / 末尾'],
  ['t', '目录'],
  ['/', '在书里搜索'],
  ['n', '书签和批注'],
  ['s', '设置'],
  ['b', '添加或移除书签'],
  ['h', '标出选中的文字'],
  ['d', '查读音'],
  ['c', '复制选中的文字，并注明出处'],
  ['r', '朗读，或暂停朗读'],
  ['p', '把选中的文字做成图片'],
  ['+ / −', '字大一些 / 小一些；看图或固定的页面时放大 / 缩小'],
  ['Backspace', '回到跳转之前的地方'],
  ['Enter', '打开选中的注释、图片或链接'],
  ['Esc', '关闭打开的注释或一栏'],
  ['?', '这张表'],
]

/** Handles a key that was pressed in the reader's page or in the frame that shows the book. */
export function pressKey(event: KeyboardEvent) {
  const { ctrlKey, metaKey, altKey, defaultPrevented } = event
  if (ctrlKey || metaKey || altKey || defaultPrevented || isTyping(event.target)) return
  // A dialog has its own keys; the browser closes it by Escape.
  if (document.querySelector('dialog[open]') !== null) return
  if (handleMoveKey(event) || handleCommandKey(event)) event.preventDefault()
}

/**
 * If the key is one for moving in the book, turns a page or goes to the book's beginning or end. Returns whether the
 * key was handled.
 */
function handleMoveKey({ key, shiftKey, target }: KeyboardEvent): boolean {
  const { view, outline, position, isEndShown } = useReader.getState()
  const { isVertical } = useReadingSettings.getState()
  if (view === null) return false
  const isLeftward = turnsLeftward(outline, position?.section ?? 0, isVertical)
  const isBack = key === 'PageUp' || (key === ' ' && shiftKey) || key === (isLeftward ? 'ArrowRight' : 'ArrowLeft')
  const isOn = key === 'PageDown' || (key === ' ' && !shiftKey) || key === (isLeftward ? 'ArrowLeft' : 'ArrowRight')
  const isLine = view.isPaged && (key === 'ArrowUp' || key === 'ArrowDown')
  // These keys keep their usual meaning in some places: form fields and panels need the arrow keys, buttons need the
  // space bar, and Shift extends the selection. The slider needs all but those that turn pages everywhere.
  if (isWithin(target, 'input:not([type=range]), select, .panel') || (shiftKey && key !== ' ')) return false
  if (isWithin(target, 'input') && !/^(Page.*| )$/.test(key)) return false
  if (key === ' ' && isWithin(target, 'button, a')) return false
  // On the end page the keys that scroll keep their usual meaning.
  if (isEndShown && !(isBack && key.startsWith('Arrow')) && key !== 'Home' && key !== 'End') return false
  if (isBack || (isLine && key === 'ArrowUp')) turnPage(-1)
  else if (isOn || isLine) turnPage(1)
  else if (key === 'Home') void view.goToFraction(0)
  else if (key === 'End') void view.goToFraction(1)
  else return false
  return true
}

/** Runs the reader command of the pressed key, such as opening a panel. Returns whether the key was handled. */
function handleCommandKey({ key, target }: KeyboardEvent): boolean {
  const panel = panels[key]
  if (panel !== undefined) togglePanel(panel)
  else if (key === 'Escape') closeTopmost()
  else if (key === 'b') toggleBookmark()
  else if (key === 'h') highlightSelection()
  else if (key === 'r') toggleSpeech()
  else if (key === 'p') shareSelection()
  else if (key === 'd') lookUpSelection()
  else if (key === 'c') copyPassage(useReader.getState().book)
  else if (key === '+' || key === '=') changeFontSize(1)
  else if (key === '-') changeFontSize(-1)
  else if (key === 'Backspace' && !isWithin(target, '.panel')) void jumpBack()
  else return false
  return true
}

/** Closes what lies on top of the text: a dialog, else a note, a selection, a panel or an offer. */
function closeTopmost() {
  const { externalLink, openedNote, footnote, selection, panel, offersBeginning, speech, view, isEndShown } =
    useReader.getState()
  if (externalLink !== null) useReader.setState({ externalLink: null })
  else if (footnote !== null) closeFootnote()
  else if (openedNote !== null) useReader.setState({ openedNote: null })
  else if (selection !== null) view?.deselect()
  else if (panel !== null) useReader.setState({ panel: null })
  else if (offersBeginning) useReader.setState({ offersBeginning: false })
  else if (isEndShown) hideEnd()
  else if (speech !== 'off') closeSpeech()
}

/** Changes the font size of the book's text by some pixels, within the allowed range, or the size of fixed pages. */
function changeFontSize(by: number) {
  if (useReader.getState().view?.isFixed) return changeSettings({ zoom: by > 0 ? 'width' : 'page' })
  const [min, max] = ranges.size
  changeSettings({ size: Math.min(max, Math.max(min, useReadingSettings.getState().size + by)) })
}

function isTyping(target: EventTarget | null): boolean {
  return isWithin(target, 'input:not([type=range], [type=checkbox], [type=radio]), textarea, select')
}

function isWithin(target: EventTarget | null, selector: string): boolean {
  return isElement(target) && target.closest(selector) !== null
}

/**
 * Returns whether the target of an event is an element. `instanceof` fails for the elements of a frame, because a frame
 * has its own classes.
 */
function isElement(target: EventTarget | null): target is Element {
  return target !== null && 'closest' in target
}

import { create } from 'zustand'
import type { AnnotationColor } from '#shared/api/reader/annotation.ts'
import { annotationColors } from './draw-annotation.ts'

export const fonts = { auto: '自动', system: '系统', song: '宋体', hei: '黑体', kai: '楷体', book: '原书' } as const
export const footContents = { percent: '进度', pages: '页码', time: '本章剩余时间' } as const
export const papers = { system: '跟随系统', paper: '纸', green: '护眼', dark: '夜' } as const
export const scripts = { original: '原文', simplified: '简体', traditional: '繁體' } as const
export const pinyins = { none: '不注', rare: '生字', rarest: '僻字' } as const
export const flows = { book: '按原书', paged: '翻页', scrolled: '滚动' } as const
export const marginSizes = { narrow: '窄', medium: '中', wide: '宽' } as const
export const columnCounts = { auto: '自动', one: '一栏', two: '两栏' } as const
const zooms = { page: '整页', width: '页宽' } as const

/** Display settings of the reader on this device. */
export interface ReadingSettings {
  flow: keyof typeof flows
  /** Whether pages of a fixed size are scaled to fit into the window as a whole, or only by their width. */
  zoom: keyof typeof zooms
  /** The font of the text; `auto` is that of the book if it brings fonts, or else Song type. */
  font: keyof typeof fonts
  /** Font size of the book's text in pixels. */
  size: number
  /** Line height of the book's text in tenths of the font size. */
  spacing: number
  /** Width of a line of the book's text in characters. */
  width: number
  margins: keyof typeof marginSizes
  columns: keyof typeof columnCounts
  /** The kind of value that the bar below the text shows for the position, such as percent of the book. */
  foot: keyof typeof footContents
  paper: keyof typeof papers
  script: keyof typeof scripts
  /**
   * Characters above which the reader shows pinyin: those outside the first level of 通用规范汉字表 (3,500 characters), or
   * those outside the first two levels (6,500 characters).
   */
  pinyin: keyof typeof pinyins
  /** The colour of the next highlight. */
  highlight: AnnotationColor
  isVertical: boolean
  isIndented: boolean
}

const defaults: ReadingSettings = {
  flow: 'book',
  zoom: 'page',
  font: 'auto',
  size: 19,
  spacing: 18,
  width: 36,
  margins: 'medium',
  columns: 'auto',
  foot: 'percent',
  paper: 'system',
  script: 'original',
  pinyin: 'none',
  highlight: 'yellow',
  isVertical: false,
  isIndented: true,
}
/** Minimum, maximum and step of each numeric setting of the reader. */
export const ranges = { size: [14, 34, 1], spacing: [13, 26, 1], width: [20, 60, 4] } as const
const choices = {
  flow: flows,
  zoom: zooms,
  font: fonts,
  margins: marginSizes,
  columns: columnCounts,
  foot: footContents,
  paper: papers,
  script: scripts,
  pinyin: pinyins,
  highlight: annotationColors,
} as const
const key = 'reading-settings'

export const useReadingSettings = create<ReadingSettings>()(() => ({ ...defaults, ...readStored() }))

export function changeSettings(change: Partial<ReadingSettings>) {
  useReadingSettings.setState(change)
  try {
    localStorage.setItem(key, JSON.stringify(useReadingSettings.getState()))
  } catch {
    // If the browser refuses storage, the display settings of the reader last until the page is closed.
  }
}

/**
 * Returns only those stored settings of the reader that are valid, because another version of the site may have stored
 * other values.
 */
function readStored(): Partial<ReadingSettings> {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>
    const isValid = ([name, value]: [string, unknown]) => {
      if (name in choices) return String(value) in choices[name as keyof typeof choices]
      if (name in ranges) {
        const [min, max] = ranges[name as keyof typeof ranges]
        return Number.isInteger(value) && Number(value) >= min && Number(value) <= max
      }
      return name in defaults && typeof value === 'boolean'
    }
    return Object.fromEntries(Object.entries(stored).filter(isValid)) as Partial<ReadingSettings>
  } catch {
    return {}
  }
}

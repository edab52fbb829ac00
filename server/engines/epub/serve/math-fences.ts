import { escapeMarkup } from './clean-attributes.ts'

/**
 * The brackets and separators of an `mfenced` element of MathML, written as `mo` elements, because browsers no longer
 * support `mfenced`.
 */
export interface Fences {
  open: string
  close: string
  /** Returns the separator before the next child of the element; empty before the first child. */
  beforeChild(): string
}

export function fencesOf({ open = '(', close = ')', separators = ',' }: Record<string, string>): Fences {
  const marks = [...separators.replace(/\s+/g, '')]
  let count = 0
  return {
    open: operator(open),
    close: operator(close),
    beforeChild: () => {
      count += 1
      return count === 1 ? '' : operator(marks[count - 2] ?? marks.at(-1) ?? '')
    },
  }
}

function operator(text: string): string {
  return text.trim() === '' ? '' : `<mo>${escapeMarkup(text.trim().slice(0, 8))}</mo>`
}

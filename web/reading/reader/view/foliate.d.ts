/** Declarations for the part of foliate-js that the reader uses; the package has no types. */
declare module 'foliate-js/paginator.js' {
  export interface PaginatorBook {
    dir: string
    sections: { linear: string; load(): Promise<string>; unload?(): void }[]
  }
  export interface Target {
    index: number
    anchor?: number | ((document: Document) => Element | Range | number | null)
    select?: boolean
  }
  export class Paginator extends HTMLElement {
    open(book: PaginatorBook): void
    goTo(target: Target): Promise<void>
    next(distance?: number): Promise<void>
    prev(distance?: number): Promise<void>
    setStyles(styles: string): void
    getContents(): { index: number; doc: Document; overlayer: import('foliate-js/overlayer.js').Overlayer }[]
    focusView(): void
    /** Lays out the pages again in the current size of the element. */
    render(): void
    /** Index of the visible page; an empty page precedes the first page of the section and follows the last one. */
    readonly page: number
    get pages(): number
    /**
     * Size of the visible page in the direction in which the pages follow each other; `sideProp` names this dimension.
     */
    readonly size: number
    readonly viewSize: number
    readonly sideProp: 'width' | 'height'
    get scrolled(): boolean
    /** Number of columns side by side; undefined until pages were laid out. */
    readonly columnCount: number | undefined
    destroy(): void
  }
}
declare module 'foliate-js/overlayer.js' {
  type Draw = (rects: DOMRect[], options?: object) => SVGElement
  export class Overlayer {
    constructor(document: Document)
    readonly element: SVGSVGElement
    /** Draws all marks again where their text is now. */
    redraw(): void
    add(key: string, range: Range, draw: Draw, options?: object): void
    remove(key: string): void
    hitTest(point: { x: number; y: number }): [key?: string, range?: Range]
    static highlight: Draw
    static underline: Draw
    static outline: Draw
  }
}
declare module 'foliate-js/epubcfi.js' {
  export function fromRange(range: Range): string
  export function toRange(document: Document, parts: unknown): Range
  export function joinIndir(...cfis: string[]): string
  /** Returns the CFI of the begin of a range, or of its end. */
  export function collapse(cfi: string, toEnd?: boolean): string
  /** Returns a negative number if the first CFI is before the second one, and 0 if they are equal. */
  export function compare(one: string, other: string): number
  export function parse(cfi: string): { parent?: unknown[] } & unknown[]
  export const fake: { fromIndex(index: number): string; toIndex(parts: unknown): number }
}
declare module 'foliate-js/progress.js' {
  export class SectionProgress {
    constructor(sections: { linear: string; size: number }[], perLocation: number, perTime: number)
    getProgress(
      index: number,
      fraction: number,
      size?: number,
    ): { fraction: number; location: { current: number; total: number } }
    getSection(fraction: number): [index: number, fraction: number]
  }
}

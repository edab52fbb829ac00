import { lazyComponent } from '#web/page/lazy-component.ts'

/** The head of a sheet, which the browser loads after the page. */
export const LateSheetHead = lazyComponent(async () => (await import('./sheet-head.tsx')).SheetHead)

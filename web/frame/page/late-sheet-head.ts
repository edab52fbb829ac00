import { lazyComponent } from './lazy-component.ts'

/** The head of a sheet, which the browser loads after the page. */
export const LateSheetHead = lazyComponent(async () => (await import('#web/ui/sheet-head.tsx')).SheetHead)

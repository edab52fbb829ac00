import { X } from 'lucide'
import { Icon } from './icon.tsx'
import { pullSheet } from './pull-sheet.ts'
import './sheet-head.css'

interface SheetHeadProps {
  heading: string
  /** The id of the popover that the button closes. */
  panelId: string
}

/**
 * Head of a popover that is a sheet at the lower edge of a small window: a handle to pull the sheet down, the heading,
 * and a button that closes the sheet. In a large window, where the popover is beside its button, the head is hidden.
 */
export function SheetHead({ heading, panelId }: SheetHeadProps) {
  return (
    <div
      className="sheet-head"
      onPointerDown={(event) => {
        const sheet = event.currentTarget.closest<HTMLElement>('[popover]')
        pullSheet(event, sheet, () => sheet?.hidePopover())
      }}
    >
      <strong>{heading}</strong>
      <button
        type="button"
        className="icon-button"
        popoverTarget={panelId}
        popoverTargetAction="hide"
        aria-label="关闭"
        title="关闭"
      >
        <Icon of={X} size={20} />
      </button>
    </div>
  )
}

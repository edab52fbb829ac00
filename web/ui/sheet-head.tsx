import { X } from 'lucide'
import type { PointerEvent as ReactPointerEvent } from 'react'
import { Icon } from './icon.tsx'
import './sheet-head.css'

interface SheetHeadProps {
  heading: string
  /** The id of the popover that the button closes. */
  panelId: string
}

/** Distance in pixels that a finger must pull a sheet down to close it. */
const closingDistance = 72

/**
 * Head of a popover that is a sheet at the lower edge of a small window: a handle to pull the sheet down, the heading,
 * and a button that closes the sheet. In a large window, where the popover is beside its button, the head is hidden.
 */
export function SheetHead({ heading, panelId }: SheetHeadProps) {
  return (
    <div className="sheet-head" onPointerDown={pullSheet}>
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

/** Lets the sheet follow the finger downwards, and closes the sheet if the finger has moved far enough. */
function pullSheet({ currentTarget, target, pointerId, clientY }: ReactPointerEvent<HTMLElement>) {
  const head: HTMLElement = currentTarget
  const sheet = head.closest<HTMLElement>('[popover]')
  if (sheet === null || (target instanceof Element && target.closest('button'))) return
  const pulled = (event: PointerEvent) => Math.max(0, event.clientY - clientY)
  const pulling = new AbortController()
  const { signal } = pulling
  const end = (event: PointerEvent) => {
    pulling.abort()
    sheet.style.translate = ''
    if (event.type === 'pointerup' && pulled(event) >= closingDistance) sheet.hidePopover()
  }
  head.setPointerCapture(pointerId)
  head.addEventListener('pointermove', (event) => (sheet.style.translate = `0 ${pulled(event)}px`), { signal })
  head.addEventListener('pointerup', end, { signal })
  head.addEventListener('pointercancel', end, { signal })
}

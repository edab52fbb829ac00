import { Ellipsis } from 'lucide'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { ShelfState } from '#shared/api/book/shelf.ts'
import { Icon } from '#web/ui/icon.tsx'
import { shelfNames, shelfStates } from './shelf-words.ts'

interface ShelfMenuProps {
  title: string
  state: ShelfState
  onMove: (state: ShelfState) => void
  onEdit: () => void
  onRemove: () => void
}

type Command = [label: string, run: () => void]

/** Button that shows the commands for a book on the shelf until the focus leaves them. */
export function ShelfMenu({ title, state, onMove, onEdit, onRemove }: ShelfMenuProps) {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const run = (command: () => void) => () => {
    setIsOpen(false)
    button.current?.focus()
    command()
  }
  const commands: Command[] = [
    ...shelfStates.flatMap((one): Command[] => (one === state ? [] : [[`改为${shelfNames[one]}`, () => onMove(one)]])),
    ['改日子和笔记', onEdit],
    ['移除', onRemove],
  ]
  // The handler takes the Escape key for the menu alone, so that forms on the page stay open.
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    event.preventDefault()
    run(() => undefined)()
  }
  return (
    <div
      className="shelf-menu"
      role="presentation"
      onKeyDown={handleKey}
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || setIsOpen(false)}
    >
      <button
        ref={button}
        type="button"
        className="icon-button"
        aria-label={`${title}：更多`}
        title="更多"
        aria-expanded={isOpen}
        onClick={() => {
          // Safari does not focus a button that is clicked, and without the focus the menu would not notice its loss.
          button.current?.focus()
          setIsOpen(!isOpen)
        }}
      >
        <Icon of={Ellipsis} size={20} />
      </button>
      {isOpen && (
        // Pressing the pointer on a command must not move the focus away, because that would close the menu before the
        // click.
        <div
          className="panel shelf-commands"
          ref={scrollIntoView}
          role="presentation"
          onMouseDown={(event) => event.preventDefault()}
        >
          {commands.map(([label, command]) => (
            <CommandButton key={label} label={label} title={title} onClick={run(command)} />
          ))}
        </div>
      )}
    </div>
  )
}

/** Scrolls an element into view if the lower edge of the window or the tab bar cuts it off. */
function scrollIntoView(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'nearest' })
}

function CommandButton({ label, title, onClick }: { label: string; title: string; onClick: () => void }) {
  return (
    <button type="button" className="shelf-command" onClick={onClick}>
      {label}
      <span className="visually-hidden">：{title}</span>
    </button>
  )
}

/** React ref callback that focuses the first input field inside an element when the element appears. */
export function focusInput(element: HTMLElement | null) {
  element?.querySelector('input')?.focus()
}

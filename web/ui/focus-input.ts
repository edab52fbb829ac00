/**
 * React ref callback that focuses the first input field inside an element when the element appears. If the user is
 * already in another field, the focus stays there, because a form that was saved appears anew with the saved data.
 */
export function focusInput(element: HTMLElement | null) {
  if (document.activeElement?.matches('input, textarea, select')) return
  element?.querySelector('input')?.focus()
}

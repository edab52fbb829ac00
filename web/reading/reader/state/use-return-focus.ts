import { useEffect } from 'react'
import { useReader } from './reader-store.ts'

/** Moves the focus to the text of the book when the component is removed with the focus inside it. */
export function useReturnFocus() {
  useEffect(
    () => () => {
      if (document.activeElement === document.body) useReader.getState().view?.focus()
    },
    [],
  )
}

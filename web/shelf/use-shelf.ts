import { Failure } from '#shared/api/failure.ts'
import type { OnShelf, ShelfState } from '#shared/api/book/shelf.ts'
import { storeIntention, ensureLogin } from '#web/reaction/intention.ts'
import { changeMyReaction, useIsMyReactionLoaded, useMyReaction } from '#web/reaction/my-reaction-store.ts'
import { useIntention } from '#web/reaction/use-intention.ts'
import { api } from '#web/session/session.ts'
import { sendLatest } from '#web/ui/send-latest.ts'
import { today } from './shelf-words.ts'

interface ShelfEvents {
  onNotice: (message: string) => void
  /** Called after the user pressed the button of a shelf; `isOn` is false if that removed the book from the shelf. */
  onChosen?: (isOn: boolean) => void
}

/**
 * Returns on which shelf the user has put a book, and functions that change this optimistically and revert the change
 * if the call fails: `choose` for the button of a shelf, whose second press removes the book, and `put` for any change.
 * A visitor who chooses a shelf is led to the login page first.
 */
export function useShelf(bookId: string, { onNotice, onChosen }: ShelfEvents) {
  const item = { itemType: 'book' as const, itemId: bookId }
  const shelf = useMyReaction(item)?.shelf ?? null
  const isLoaded = useIsMyReactionLoaded(item)
  const put = async (next: OnShelf | null) => {
    const before = shelf
    changeMyReaction(item, () => ({ shelf: next }))
    onNotice('')
    try {
      const answer = await sendLatest(`shelf:${bookId}`, async () =>
        next === null ? api.shelf.remove({ bookId }) : api.shelf.put({ bookId, ...next }),
      )
      if (answer === undefined) return
      changeMyReaction(item, () => ({ shelf: answer }))
    } catch (error) {
      changeMyReaction(item, () => ({ shelf: before }))
      onNotice(error instanceof Failure ? error.message : '没有放上书架，请再试一次')
    }
  }
  const choose = (state: ShelfState) => {
    const intention = { act: 'shelf', state } as const
    if (!ensureLogin(item, intention)) return
    // The press of a shelf button is stored until the user's reactions are loaded, because sending it now would erase
    // the day and the note of an existing shelf entry.
    if (!isLoaded) return storeIntention(item, intention)
    const isOff = shelf?.state === state
    onChosen?.(!isOff)
    void put(isOff ? null : { state, day: today(), note: shelf?.note ?? '' })
  }
  useIntention(item, ['shelf'], ({ state }) => shelf?.state !== state && choose(state))
  return { shelf, put, choose }
}

import { useRef } from 'react'
import { Failure } from '#shared/api/failure.ts'
import type { OnShelf, ShelfState } from '#shared/api/book/shelf.ts'
import { storeIntention, ensureLogin } from '#web/community/reaction/intention.ts'
import { changeMyReaction, useIsMyReactionLoaded, useMyReaction } from '#web/community/reaction/my-reaction-store.ts'
import { useIntention } from '#web/community/reaction/use-intention.ts'
import { api } from '#web/frame/session/session.ts'
import { sendLatest } from '#web/ui/send-latest.ts'
import { today } from './shelf-words.ts'

/** Changed fields of a shelf entry; the server retains the note, and the day of the same state, if they are absent. */
type ShelfChange = Pick<OnShelf, 'state'> & { [field in 'day' | 'note']?: string | undefined }

interface ShelfEvents {
  onNotice: (message: string) => void
  /** Called after the user pressed the button of a shelf; `isOn` is false if that removed the book from the shelf. */
  onChosen?: (isOn: boolean) => void
}

/**
 * Returns on which shelf the user has put a book, and functions that change this optimistically and revert the change
 * if the call fails: `choose` for the button of a shelf, whose second press removes the book, and `put` for any change,
 * which returns whether the call succeeded.
 * A visitor who chooses a shelf is led to the login page first.
 */
export function useShelf(bookId: string, { onNotice, onChosen }: ShelfEvents) {
  const item = { itemType: 'book' as const, itemId: bookId }
  const shelf = useMyReaction(item)?.shelf ?? null
  const isLoaded = useIsMyReactionLoaded(item)
  // A change may replace an earlier one that waits for its turn, so it also has to carry the note of that one.
  const unconfirmed = useRef<ShelfChange>(null)
  const put = async (next: OnShelf | null, changed: ShelfChange | null = next) => {
    const before = shelf
    const sent = (unconfirmed.current = changed && { ...unconfirmed.current, ...changed })
    changeMyReaction(item, () => ({ shelf: next }))
    onNotice('')
    try {
      const answer = await sendLatest(`shelf:${bookId}`, async () =>
        sent === null ? api.shelf.remove({ bookId }) : api.shelf.put({ bookId, ...sent, today: today() }),
      )
      if (answer === undefined) return true
      unconfirmed.current = null
      changeMyReaction(item, () => ({ shelf: answer }))
      return true
    } catch (error) {
      unconfirmed.current = null
      changeMyReaction(item, () => ({ shelf: before }))
      onNotice(error instanceof Failure ? error.message : '没有放上书架，请再试一次')
      return false
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
    if (isOff) return void put(null)
    // Only the state is sent, because this page may know an old day and an old note.
    void put({ state, day: today(), note: shelf?.note ?? '' }, { state, day: undefined })
  }
  useIntention(item, ['shelf'], ({ state }) => shelf?.state !== state && choose(state))
  return { shelf, put, choose }
}

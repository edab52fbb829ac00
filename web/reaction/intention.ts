import type { ShelfState } from '#shared/api/book/shelf.ts'
import { goToLogin } from '#web/session/login-navigation.ts'
import { readToken } from '#web/session/token.ts'
import type { Item } from './own-reaction-store.ts'

/** What a reader wanted to do before it was known who he is, or what he has done so far. */
export type Intention =
  | { act: 'like' }
  | { act: 'save' }
  | { act: 'rate'; score: number }
  | { act: 'shelf'; state: ShelfState }
  | { act: 'comment' }
  | { act: 'answer'; id: string }
  | { act: 'likeComment'; id: string }

const key = 'intention'

/** Whether somebody is logged in; whoever is not is sent to log in, and finds done what he wanted when he is back. */
export function mayAct(item: Item, intention: Intention): boolean {
  if (readToken() !== null) return true
  storeIntention(item, intention)
  void goToLogin()
  return false
}

/** To be done as soon as it is known what the reader has done about the item so far. */
export function storeIntention(item: Item, intention: Intention) {
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...item, intention }))
  } catch {
    // Without storage he does it again himself.
  }
}

/** What the reader wanted of this item, once; one of these kinds. */
export function consumeIntention<A extends Intention['act']>(
  item: Item,
  acts: A[],
): Extract<Intention, { act: A }> | null {
  try {
    const { itemType, itemId, intention } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Item & {
      intention: Intention
    }
    if (itemType !== item.itemType || itemId !== item.itemId || !acts.includes(intention.act as A)) return null
    sessionStorage.removeItem(key)
    return intention as Extract<Intention, { act: A }>
  } catch {
    return null
  }
}

import type { ShelfState } from '#shared/api/book/shelf.ts'
import { goToLogin } from '#web/frame/session/login-navigation.ts'
import { readToken } from '#web/frame/session/token.ts'
import type { Item } from '#shared/api/item.ts'

/**
 * An action, such as a like, that a visitor chose before login, or that a user chose before their reactions were
 * loaded.
 */
export type Intention =
  | { act: 'like' }
  | { act: 'save' }
  | { act: 'rate'; score: number }
  | { act: 'shelf'; state: ShelfState }
  | { act: 'comment' }
  | { act: 'answer'; id: string }
  | { act: 'likeComment'; id: string }

const key = 'intention'

/** The sentence on the login page about the action that waits for the login. */
const promises: Record<Intention['act'], string> = {
  like: '登录之后，替你点上喜欢。',
  save: '登录之后，替你收藏好。',
  rate: '登录之后，替你打上分。',
  shelf: '登录之后，替你放上书架。',
  comment: '登录之后就可以发表，写好的还在。',
  answer: '登录之后就可以回复。',
  likeComment: '登录之后，替你赞这条评论。',
}

/**
 * Returns whether a user is logged in. If not, stores the action that the visitor chose and opens the login page; the
 * action runs after login.
 */
export function ensureLogin(item: Item, intention: Intention): boolean {
  if (readToken() !== null) return true
  storeIntention(item, intention)
  void goToLogin(promises[intention.act])
  return false
}

/**
 * Stores an action, such as a like, until the user's reactions to the book or video are loaded; the action then runs.
 */
export function storeIntention(item: Item, intention: Intention) {
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...item, intention }))
  } catch {
    // If the browser refuses storage, the user has to repeat the action after login.
  }
}

/** Returns and removes the action that was stored for a book or video before login, if it is one of the given kinds. */
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

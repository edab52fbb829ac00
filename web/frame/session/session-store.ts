import { create } from 'zustand'
import type { Rated } from '#shared/api/account/auth.ts'
import type { MyComment } from '#shared/api/community/comment.ts'
import type { Recommendation } from '#shared/api/book/recommendation-fields.ts'
import type { User } from '#shared/api/account/user.ts'

/**
 * Ids of the items that the user likes and saves, the newest first; empty until the menu or the user centre has loaded
 * them.
 */
interface LikeSaveLists {
  likedVideos: string[]
  likedBooks: string[]
  likedComments: string[]
  saveVideos: string[]
  saveBooks: string[]
}

/** The user who is logged in; its fields are empty while nobody is logged in. */
type UserInfo = Pick<User, 'name' | 'email' | 'phoneNumber' | 'profile' | 'roles'> & {
  id: string
} & LikeSaveLists

export const noUser: UserInfo = {
  id: '',
  name: '',
  email: null,
  phoneNumber: null,
  profile: '',
  roles: [],
  likedVideos: [],
  likedBooks: [],
  likedComments: [],
  saveVideos: [],
  saveBooks: [],
}

/** The user's ratings, recommendations and comments, as far as the user centre has loaded them. */
export const emptyLists = { rated: [] as Rated[], recommends: [] as Recommendation[], comments: [] as MyComment[] }

interface SessionState {
  userInfo: UserInfo
  rated: Rated[]
  recommends: Recommendation[]
  comments: MyComment[]
  /** Whether the first check that asks the server which user is logged in has ended, with or without success. */
  isChecked: boolean
  /** Whether the user's roles are known, or loading them has failed. */
  hasRoles: boolean
}

export const useSession = create<SessionState>()(() => ({
  userInfo: noUser,
  ...emptyLists,
  isChecked: false,
  hasRoles: false,
}))

/** Updates the stored list of the user's ratings after the user has rated an item; null removes a rating. */
export function rememberRating({ itemType, itemId, score }: Omit<Rated, 'score'> & { score: number | null }) {
  useSession.setState(({ rated }) => {
    const others = rated.filter((one) => one.itemType !== itemType || one.itemId !== itemId)
    return { rated: score === null ? others : [{ itemType, itemId, score }, ...others] }
  })
}

/** Replaces the lists of the user's likes and saves, unless another user has logged in meanwhile. */
export function rememberLikeSave(userId: string, lists: LikeSaveLists) {
  const { likedVideos, likedBooks, likedComments, saveVideos, saveBooks } = lists
  useSession.setState(({ userInfo }) =>
    userInfo.id === userId
      ? { userInfo: { ...userInfo, likedVideos, likedBooks, likedComments, saveVideos, saveBooks } }
      : {},
  )
}

export function isLoggedIn({ userInfo: { name, email, phoneNumber } }: Pick<SessionState, 'userInfo'>): boolean {
  return Boolean(name || email || phoneNumber)
}

export function displayName({ name, email, phoneNumber }: UserInfo): string {
  return name || email || phoneNumber || ''
}

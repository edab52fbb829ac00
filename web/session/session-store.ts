import { create } from 'zustand'
import type { Rated } from '#shared/api/auth.ts'
import type { User } from '#shared/api/user.ts'

/** The reader as the page knows him; empty while nobody is logged in. */
export type UserInfo = Pick<User, 'name' | 'email' | 'phoneNumber' | 'profile' | 'roles'> & { id: string }

export const nobody: UserInfo = { id: '', name: '', email: null, phoneNumber: null, profile: '', roles: [] }

interface SessionState {
  userInfo: UserInfo
  rated: Rated[]
  /** Whether the first login-status check is over, one way or the other. */
  isChecked: boolean
  /** Whether it is known what the reader may do, as far as it can be. */
  hasRoles: boolean
}

export const useSession = create<SessionState>()(() => ({
  userInfo: nobody,
  rated: [],
  isChecked: false,
  hasRoles: false,
}))

/** Keeps the list of what the reader rated in step; null takes a rating off it. */
export function rememberRating({ itemType, itemId, score }: Omit<Rated, 'score'> & { score: number | null }) {
  useSession.setState(({ rated }) => {
    const others = rated.filter((one) => one.itemType !== itemType || one.itemId !== itemId)
    return { rated: score === null ? others : [{ itemType, itemId, score }, ...others] }
  })
}

export function isLoggedIn({ userInfo: { name, email, phoneNumber } }: Pick<SessionState, 'userInfo'>): boolean {
  return Boolean(name || email || phoneNumber)
}

export function displayName({ name, email, phoneNumber }: UserInfo): string {
  return name || email || phoneNumber || ''
}

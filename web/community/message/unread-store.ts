import { create } from 'zustand'

/** Number of unread messages of the user, as last reported by the server. */
export const useUnread = create<{ count: number }>()(() => ({ count: 0 }))

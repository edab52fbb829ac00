import { create } from 'zustand'

/** How many messages the reader has not read, as far as this page has heard. */
export const useUnread = create<{ count: number }>()(() => ({ count: 0 }))

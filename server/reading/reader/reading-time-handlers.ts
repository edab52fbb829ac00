import type { readingTime } from '#shared/api/reader/reading-time.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { requireUser } from '#server/http/call/require-user.ts'
import { listReadingBooks, listReadingDays, listReadingTime, sumReadingTime } from './reading-time-queries.ts'
import { deleteReadingTime, findReadingTimeChoice, saveReadingTime, setMeasuring } from './save-reading-time.ts'

export const readingTimeHandlers: NounHandlers<typeof readingTime> = {
  async show({ month, today }, { db, user }) {
    const { id } = requireUser({ user })
    const [{ isOn }, sums, days, books] = await Promise.all([
      findReadingTimeChoice(db, id),
      sumReadingTime(db, id, today),
      listReadingDays(db, id, month),
      listReadingBooks(db, id),
    ])
    return { isOn, ...sums, days, books }
  },

  async export(_, { db, user }) {
    return { list: await listReadingTime(db, requireUser({ user }).id) }
  },

  put: (input, { db, user }) => saveReadingTime(db, requireUser({ user }).id, input),

  setMeasuring: ({ isOn }, { db, user }) => setMeasuring(db, requireUser({ user }).id, isOn),

  async remove(_, { db, user }) {
    await deleteReadingTime(db, requireUser({ user }).id)
    return null
  },
}

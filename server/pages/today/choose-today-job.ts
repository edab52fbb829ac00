import * as z from 'zod/mini'
import { chinaDayNumber, chinaDayText } from '#shared/china-day.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { defineJob } from '#server/platform/jobs/define-job.ts'
import { choosePlace, findBookOfDay } from './find-today.ts'

/**
 * The background job that writes down the book and the place of the present day when it begins in China, so that they
 * stay with the day although the catalogue changes.
 */
export const chooseTodayJob = defineJob({
  name: 'choose-today',
  payload: z.object({}),
  timeoutSeconds: 60,
  schedule: '0 16 * * *',
  catchesUp: true,
})

/** Chooses the book and the place of a day. What was chosen before stays. */
export async function chooseToday(db: Db, dayNumber = chinaDayNumber(Date.now())) {
  const day = chinaDayText(dayNumber)
  const bookId = (await findBookOfDay(db, dayNumber))?.id
  if (bookId === undefined) return { day }
  await db
    .insertInto('bookOfDay')
    .values({ day, bookId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const placeId = await choosePlace(db, dayNumber, bookId)
  if (placeId !== undefined)
    await db
      .insertInto('placeOfDay')
      .values({ day, placeId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  return { day }
}

import type { dictionary } from '#shared/api/reader/dictionary.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { lookUp } from './look-up.ts'

export const dictionaryHandlers: NounHandlers<typeof dictionary> = {
  show: ({ text }) => lookUp(text),
}

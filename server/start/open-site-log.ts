import { destination, type Logger, pino } from 'pino'
import { maskContacts } from './mask-contacts.ts'

/** Opens the log of this process: JSON lines on standard output, without email addresses and phone numbers of users. */
export function openLog(): Logger {
  const output = destination({ fd: 1, sync: true })
  return pino({}, { write: (line) => void output.write(maskContacts(line)) })
}

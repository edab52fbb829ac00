import { explainDatabaseError } from '#server/db/wait-for-database.ts'

/**
 * Returns the message for an operator whose site cannot start: a sentence if the operator can fix the cause, otherwise
 * the stack trace.
 */
export function explainStartFailure(error: unknown): string {
  const { code, message = '', address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number }
  if (code === 'EADDRINUSE') return `端口 ${port} 已被占用，请停掉占用它的程序，或用 PORT 换一个。`
  if (code === 'EACCES' && port) return `没有权限使用端口 ${port}，请用 PORT 换一个 1024 以上的。`
  if (code === 'EADDRNOTAVAIL') return `这台机器上没有地址 ${address}，请检查 HOST。`
  const ofDatabase = explainDatabaseError(error)
  if (ofDatabase !== undefined) return ofDatabase
  // Errors that the site itself throws at its start have Chinese messages for the operator.
  if (/[\u4e00-\u9fff]/.test(message)) return message
  return error instanceof Error ? (error.stack ?? message) : String(error)
}

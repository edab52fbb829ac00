import { outageOf } from '#server/http/call/outage.ts'
import { explainDatabaseError } from '#server/platform/db/wait-for-database.ts'

/**
 * Returns the message for an operator whose site cannot start: a sentence if the operator can fix the cause, otherwise
 * the stack trace.
 */
export function explainStartFailure(error: unknown): string {
  const failure = error as NodeJS.ErrnoException & { address?: string; port?: number }
  const { code, message = '', address, port, syscall, path } = failure
  if (code === 'EADDRINUSE') return `端口 ${port} 已被占用，请停掉占用它的程序，或用 PORT 换一个。`
  if (code === 'EACCES' && port) return `没有权限使用端口 ${port}，请用 PORT 换一个 1024 以上的。`
  if (code === 'EADDRNOTAVAIL') return `这台机器上没有地址 ${address}，请检查 HOST。`
  if (syscall === 'mkdir') return `无法建立文件夹 ${path}（${code}）：请检查权限，或换一个位置。`
  // The driver of PostgreSQL reads the certificate that an address names with `sslrootcert`.
  if (syscall === 'open' && path) return `读不到文件 ${path}（${code}）：请检查设置里的路径和权限。`
  if (outageOf(error) === 'disk') return `磁盘满了，请腾出空间后再试（${message}）。`
  const ofDatabase = explainDatabaseError(error)
  if (ofDatabase !== undefined) return ofDatabase
  if (outageOf(error) === 'database') return `数据库的连接断了：${message}。原因在数据库的日志里。`
  // An error with a Chinese message was thrown by the site itself, for the operator, so no stack trace is needed.
  if (/[\u4e00-\u9fff]/.test(message)) return message
  return error instanceof Error ? (error.stack ?? message) : String(error)
}

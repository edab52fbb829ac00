import type { Transport } from '#shared/contract/client.ts'
import { noConnection, unanswered } from './unanswered.ts'

/**
 * Transport of the browser. Its script is loaded with the first call, because no page needs it before hydration. If the
 * script cannot be loaded, the call fails like one without a connection.
 */
export const lazyTransport: Transport = async (call) => {
  const transport = await import('./http-transport.ts').catch(() => null)
  return transport === null ? unanswered(noConnection) : transport.overHttp(call)
}

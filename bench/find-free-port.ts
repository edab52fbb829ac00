import { once } from 'node:events'
import { createServer } from 'node:net'

/** Returns a TCP port of the loopback interface that no process listens on at the moment. */
export async function findFreePort(): Promise<number> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

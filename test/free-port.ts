import { createServer } from 'node:net'

let nextPort = 20_000 + (process.pid % 500) * 20

/** Returns a free TCP port below the range from which the operating system assigns ports to other tests. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = nextPort++
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) =>
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true)),
    )
    if (!isFree) continue
    await new Promise((closed) => server.close(closed))
    return port
  }
}

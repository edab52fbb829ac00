import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Connection } from '#server/platform/db/open-database.ts'

/**
 * A network proxy in front of a database. A test can open and close it, and can make it answer with a PostgreSQL error.
 */
interface DatabaseProxy {
  /** Makes the proxy accept database connections from now on. */
  open(): void
  /** Makes the proxy refuse database connections from now on; clients get an error with this SQLSTATE and message. */
  refuse(code: string, message: string): void
  close(): Promise<void>
}

/** Listens on a TCP port of this machine and forwards connections to a database server that listens on a socket. */
export async function openDatabaseProxy(port: number, { host, port: socketPort }: Connection): Promise<DatabaseProxy> {
  let refusal: Buffer | undefined
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)))
    const answer = refusal
    if (answer === undefined) {
      const inner = connect(`${host}/.s.PGSQL.${socketPort}`).on('error', () => socket.destroy())
      socket.pipe(inner).pipe(socket)
    } else {
      // The proxy reads the client's data before it closes the connection. Closing a connection with unread data resets
      // it, and the client may then notice the reset before it reads the error message.
      socket.once('data', () => socket.end(answer))
    }
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return {
    open: () => void (refusal = undefined),
    refuse: (code, message) => void (refusal = errorResponse(code, message)),
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** Accepts connections to a database, and passes them on only when the test releases them. */
export async function holdConnections(connection: Connection) {
  const sockets = new Set<Socket>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)))
    const inner = connect(`${connection.host}/.s.PGSQL.${connection.port}`).on('error', () => socket.destroy())
    socket.once('close', () => inner.destroy())
    void released.then(() => socket.pipe(inner).pipe(socket))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    connection: { ...connection, host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    connected: once(server, 'connection'),
    count: () => sockets.size,
    release,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** Returns an error message of the PostgreSQL protocol: a type, a length, and fields that end with a zero byte. */
function errorResponse(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

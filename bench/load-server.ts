import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { browserEncodings } from './raw-get.ts'

const connections = 32
const start = Buffer.from('HTTP/1.1 200 ')

/**
 * Measures how many requests a second a server answers on 32 connections. Each connection requests its own path again
 * as soon as it receives the answer. The client recognises the end of an answer by its length, which is constant for
 * each path. A client that parses the answers, such as autocannon, needs more processor time than the server, so its
 * own speed would be measured.
 */
export async function loadServer(base: string, paths: string[], seconds: number, encodings = browserEncodings) {
  const clients = await Promise.all(
    Array.from({ length: connections }, (_, i) => openClient(new URL(paths[i % paths.length] ?? '/', base), encodings)),
  )
  const { promise: failed, reject } = Promise.withResolvers<never>()
  let count = 0
  const began = performance.now()
  for (const client of clients) askOver(client, () => count++, reject)
  await Promise.race([failed, new Promise((done) => setTimeout(done, seconds * 1000))])
  const rate = (count * 1000) / (performance.now() - began)
  for (const { socket } of clients) socket.destroy()
  return { rate, count }
}

interface Client {
  socket: Socket
  request: string
  /** Length of the HTTP answer's head and body together, in bytes. */
  length: number
}

async function openClient({ host, hostname, port, pathname }: URL, encodings: string): Promise<Client> {
  const socket = connect({ host: hostname, port: Number(port) })
  await once(socket, 'connect')
  const request = `GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\naccept-encoding: ${encodings}\r\n\r\n`
  socket.write(request)
  return { socket, request, length: await readOne(socket) }
}

function askOver({ socket, request, length }: Client, counted: () => void, fail: (error: Error) => void) {
  let received = 0
  socket.on('data', (data: Buffer) => {
    const isOther = received === 0 && !data.subarray(0, start.length).equals(start)
    received += data.length
    if (isOther || received > length) fail(new Error('the server gave another answer'))
    if (received < length) return
    received = 0
    counted()
    socket.write(request)
  })
  socket.on('error', fail)
  socket.write(request)
}

/** Reads one HTTP answer and returns the length of its head and body together, in bytes. */
async function readOne(socket: Socket): Promise<number> {
  let answer = Buffer.alloc(0)
  for (;;) {
    const [data] = (await once(socket, 'data')) as [Buffer]
    answer = Buffer.concat([answer, data])
    const end = answer.indexOf('\r\n\r\n')
    if (end < 0) continue
    const body = Number(/^content-length: (\d+)/im.exec(String(answer.subarray(0, end)))?.[1])
    if (!(body > 0)) throw new Error('an answer without a length cannot be counted')
    if (answer.length >= end + 4 + body) return answer.length
  }
}

import { connect, type Socket } from 'node:net'
import { answerParent } from './bench-process.ts'

export interface Load {
  url: string
  /** Complete HTTP requests, which are sent in this order and then repeated from the first. */
  requests: string[]
  /**
   * Number of simulated clients. Each one has one connection from its own loopback IP address and sends one request at
   * a time.
   */
  clients: number
  /**
   * Number of requests after which a simulated client changes its IP address; if undefined, a client never changes it.
   */
  requestsOfEach?: number
  /**
   * Requests per second of all clients together, sent whether or not earlier requests were answered; if undefined, each
   * client waits for an answer before it sends its next request.
   */
  rate?: number
  seconds: number
}

export interface LoadResult {
  seconds: number
  sent: number
  /** Number of requests that could not be sent in time, because all simulated clients still waited for an answer. */
  unsent: number
  /** Number of answers by HTTP status. */
  statuses: Record<number, number>
  /** Response times of the answers with status 200, in milliseconds until the complete answer had arrived. */
  times: number[]
  reset: number
  timedOut: number
}

interface Client {
  socket: Socket
  isOpen: boolean
  sent: number
  /** Time at which the client sent the request it is waiting for; 0 if it is not waiting for an answer. */
  askedAt: number
}

/** Milliseconds after which a simulated user stops waiting for an answer. */
const longestWaitMs = 5000
const tickMs = 4
const lastChunk = Buffer.from('0\r\n\r\n')
let addresses = 0

/** Sends requests from many IP addresses in a child process and counts the outcomes. */
answerParent(async (load: Load) => {
  const run = new LoadRun(load)
  await run.open()
  return run.run()
})

class LoadRun {
  #load: Load
  #clients: Client[] = []
  #idle: Client[] = []
  #next = 0
  #isRunning = false
  #result: LoadResult = { seconds: 0, sent: 0, unsent: 0, statuses: {}, times: [], reset: 0, timedOut: 0 }

  constructor(load: Load) {
    this.#load = load
  }

  async open() {
    for (let n = 0; n < this.#load.clients; n++) this.#connect()
    const deadline = performance.now() + 10_000
    while (this.#idle.length < this.#load.clients) {
      if (performance.now() > deadline) throw new Error('the server does not accept the connections')
      await new Promise((done) => setTimeout(done, tickMs))
    }
  }

  async run(): Promise<LoadResult> {
    const { rate, seconds } = this.#load
    this.#isRunning = true
    const began = performance.now()
    const elapsed = () => (performance.now() - began) / 1000
    let due = 0
    while (elapsed() < seconds) {
      const want = rate === undefined ? due + this.#idle.length : Math.floor(rate * elapsed())
      for (; due < want; due++) this.#send()
      this.#giveUp()
      await new Promise((done) => setTimeout(done, tickMs))
    }
    this.#isRunning = false
    this.#result.seconds = elapsed()
    // After the end of the run the load generator waits for the answers to requests that were sent before it.
    while (this.#clients.some(({ askedAt }) => askedAt > 0)) {
      this.#giveUp()
      await new Promise((done) => setTimeout(done, tickMs))
    }
    for (const { socket } of this.#clients) socket.destroy()
    return this.#result
  }

  #connect() {
    const { hostname, port } = new URL(this.#load.url)
    const address = ++addresses
    const localAddress = `127.${32 + (address >> 16)}.${(address >> 8) & 255}.${address & 255}`
    const socket = connect({ host: hostname, port: Number(port), localAddress })
    const client: Client = { socket, isOpen: false, sent: 0, askedAt: 0 }
    this.#clients.push(client)
    socket.on('connect', () => ((client.isOpen = true), this.#free(client)))
    socket.on('error', () => undefined)
    socket.on('close', () => this.#closed(client))
    this.#read(client)
  }

  #read(client: Client) {
    let parts: Buffer[] = []
    let received = 0
    let length: number | null | undefined
    client.socket.on('data', (data: Buffer) => {
      parts.push(data)
      received += data.length
      if (length === undefined) length = lengthOf(parts.length === 1 ? data : Buffer.concat(parts))
      // An HTTP answer without a content length is chunked; it is complete when its empty last chunk has arrived.
      if (length === undefined || (length === null ? !data.subarray(-5).equals(lastChunk) : received < length)) return
      const status = Number(String(parts[0]?.subarray(9, 12)))
      parts = []
      received = 0
      length = undefined
      this.#answered(client, status)
    })
  }

  #answered(client: Client, status: number) {
    const { statuses, times } = this.#result
    statuses[status] = (statuses[status] ?? 0) + 1
    if (status === 200) times.push(performance.now() - client.askedAt)
    client.askedAt = 0
    this.#free(client)
  }

  #free(client: Client) {
    const { requestsOfEach, rate } = this.#load
    if (requestsOfEach !== undefined && client.sent >= requestsOfEach) return void client.socket.destroy()
    this.#idle.push(client)
    if (rate === undefined && this.#isRunning) this.#send()
  }

  #send() {
    let client = this.#idle.pop()
    while (client?.isOpen === false) client = this.#idle.pop()
    if (client === undefined) return void this.#result.unsent++
    client.sent++
    client.askedAt = performance.now()
    this.#result.sent++
    client.socket.write(this.#load.requests[this.#next++ % this.#load.requests.length] ?? '')
  }

  #closed(client: Client) {
    if (client.askedAt > 0) this.#result.reset++
    client.askedAt = 0
    client.isOpen = false
    this.#clients.splice(this.#clients.indexOf(client), 1)
    if (this.#isRunning) this.#connect()
  }

  #giveUp() {
    const before = performance.now() - longestWaitMs
    for (const client of this.#clients.filter(({ askedAt }) => askedAt > 0 && askedAt < before)) {
      this.#result.timedOut++
      client.askedAt = 0
      client.socket.destroy()
    }
  }
}

/**
 * Returns the number of bytes that the head and body of an HTTP answer have together. Returns null if the answer is
 * chunked and undefined if its head is incomplete.
 */
function lengthOf(start: Buffer): number | null | undefined {
  const end = start.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const body = /^content-length: (\d+)/im.exec(start.toString('latin1', 0, end))?.[1]
  return body === undefined ? null : end + 4 + Number(body)
}

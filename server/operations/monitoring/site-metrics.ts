import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** The functions from which the metrics read their values each time Prometheus asks for them. */
interface Sources {
  version: string
  /**
   * The page cache: its entries, the requests that it has answered, and the entries that it has displaced, both since
   * the start of the process.
   */
  cache(): { entries: number; answers: number; evictions: number }
  /** The number of pages open in browsers that receive the number of unread messages. */
  streams(): number
  /** The connections of the database pool, and the requests that wait for one. */
  pool(): { open: number; idle: number; waiting: number }
  /** The replicas of the database, and the numbers of public reads that they and the primary have answered. */
  replicas:
    | {
        list(): Promise<{ name: string; state: string; behindBytes: number | null }[]>
        reads(): { replica: number; primary: number }
      }
    | undefined
  /** Background jobs of all nodes: those that wait or run, and those that failed within a day, by name and state. */
  jobs(): Promise<{ name: string; state: string; count: number }[]>
  /** The newest backup; undefined if there is none. */
  backup(): Promise<{ createTime: Date; bytes: number } | undefined>
  /** The free bytes and the size of the disk of the data directory; undefined if they are not known. */
  disk(): Promise<{ free: number; size: number } | undefined>
}

/** The upper bounds, in seconds, of the buckets of the histogram of response times. */
const durations = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** The metrics of one process of the site, in the format of Prometheus. */
export class SiteMetrics {
  readonly registry = new Registry()
  readonly #requests: Counter<'route' | 'method' | 'outcome'>
  readonly #durations: Histogram<'kind'>
  readonly #operations: Counter<'service' | 'outcome'>

  constructor(sources: Sources) {
    const registers = [this.registry]
    collectDefaultMetrics({ register: this.registry })
    this.#requests = new Counter({
      name: 'zhitu_http_requests_total',
      help: 'Answers that did not come from the page cache, by route pattern and outcome',
      labelNames: ['route', 'method', 'outcome'],
      registers,
    })
    this.#durations = new Histogram({
      name: 'zhitu_http_request_seconds',
      help: 'Seconds until an answer that did not come from the page cache was sent',
      labelNames: ['kind'],
      buckets: durations,
      registers,
    })
    this.#operations = new Counter({
      name: 'zhitu_operations_total',
      help: 'Mails, text messages and accesses to the object store, by outcome',
      labelNames: ['service', 'outcome'],
      registers,
    })
    addGauges(this.registry, sources)
  }

  /**
   * Counts an answer. `route` is the pattern of the route and not the URL, so that the number of time series is
   * bounded.
   */
  recordAnswer({ route, method, status, seconds }: { route: string; method: string; status: number; seconds: number }) {
    const outcome = status >= 500 ? 'failed' : status === 429 ? 'limited' : status >= 400 ? 'refused' : 'ok'
    this.#requests.inc({ route, method, outcome })
    this.#durations.observe({ kind: kindOf(route) }, seconds)
  }

  /** Returns a function that does the same as `operation` and counts its outcomes. */
  counted<Input extends unknown[], Output>(service: string, operation: (...input: Input) => Promise<Output>) {
    return async (...input: Input): Promise<Output> => {
      try {
        const output = await operation(...input)
        this.#operations.inc({ service, outcome: 'ok' })
        return output
      } catch (error) {
        this.#operations.inc({ service, outcome: 'failed' })
        throw error
      }
    }
  }
}

function kindOf(route: string) {
  if (route.startsWith('/api/')) return 'call'
  return /^\/(assets|storage|tiles|cover|share|map-provider)\//.test(route) ? 'file' : 'page'
}

/** Registers the gauges whose values are read from other parts of the site each time Prometheus asks. */
function addGauges(registry: Registry, sources: Sources) {
  const { version, cache, streams, pool } = sources
  const info = addGauge(registry, 'zhitu_info', 'The version of the site', ['version'], () => undefined)
  info.set({ version }, 1)
  addGauge(registry, 'zhitu_cache_entries', 'Answers in the page cache', [], (gauge) => gauge.set(cache().entries))
  const answers = 'Requests that the page cache has answered since the start'
  addGauge(registry, 'zhitu_cache_answers', answers, [], (gauge) => gauge.set(cache().answers))
  const evictions = 'Answers that have left the full page cache to make room for others since the start'
  addGauge(registry, 'zhitu_cache_evictions', evictions, [], (gauge) => gauge.set(cache().evictions))
  addGauge(registry, 'zhitu_unread_streams', 'Open pages that hear of unread messages', [], (gauge) =>
    gauge.set(streams()),
  )
  const connections = 'Connections of the database pool, and requests that wait for one'
  addGauge(registry, 'zhitu_database_connections', connections, ['state'], (gauge) => {
    for (const [state, count] of Object.entries(pool())) gauge.set({ state }, count)
  })
  addAskedGauges(registry, sources)
  if (sources.replicas !== undefined) addReplicaGauges(registry, sources.replicas)
}

/** Adds the metrics that need a query, a list of files or the file system. */
function addAskedGauges(registry: Registry, { jobs, backup, disk }: Sources) {
  const ofJobs = 'Background jobs that wait or run, and those that failed within a day'
  addGauge(registry, 'zhitu_jobs', ofJobs, ['name', 'state'], async (gauge) => {
    gauge.reset()
    for (const { name, state, count } of await jobs()) gauge.set({ name, state }, count)
  })
  const ofBackup = 'Time (seconds since 1970) and bytes of the newest backup'
  addGauge(registry, 'zhitu_backup', ofBackup, ['fact'], async (gauge) => {
    const found = await backup()
    if (found === undefined) return gauge.reset()
    gauge.set({ fact: 'time' }, found.createTime.getTime() / 1000)
    gauge.set({ fact: 'bytes' }, found.bytes)
  })
  const ofDisk = 'Free and whole bytes of the disk of the data directory'
  addGauge(registry, 'zhitu_disk_bytes', ofDisk, ['fact'], async (gauge) => {
    const found = await disk()
    if (found === undefined) return
    gauge.set({ fact: 'free' }, found.free)
    gauge.set({ fact: 'size' }, found.size)
  })
}

/** Adds the metrics of the replicas of the database. */
function addReplicaGauges(registry: Registry, { list, reads }: NonNullable<Sources['replicas']>) {
  const ofReads = 'Public reads that a replica or the primary has answered since the start'
  addGauge(registry, 'zhitu_database_reads', ofReads, ['server'], (gauge) => {
    for (const [server, count] of Object.entries(reads())) gauge.set({ server }, count)
  })
  const ofStates = 'Replicas by state: current, behind, away, or primary if the server is no replica'
  addGauge(registry, 'zhitu_replica', ofStates, ['replica', 'state'], async (gauge) => {
    gauge.reset()
    for (const { name: replica, state } of await list()) gauge.set({ replica, state }, 1)
  })
}

/** Adds a metric whose values `read` sets each time the metrics are asked for. */
function addGauge<Label extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: Label[],
  read: (gauge: Gauge<Label>) => void | Promise<void>,
): Gauge<Label> {
  const gauge: Gauge<Label> = new Gauge({ name, help, labelNames, registers: [registry], collect: () => read(gauge) })
  return gauge
}

import { spawn } from 'node:child_process'
import type { Logger } from 'pino'

/**
 * Tells systemd the state of the site. Node cannot write to systemd's socket, which takes datagrams, so systemd's own
 * program `systemd-notify` does; the unit therefore needs `NotifyAccess=all`.
 */
export class Systemd {
  readonly #watchdogMs: number
  readonly #log: Logger

  /** `watchdogMs` is the time within which systemd expects a report that the process works; 0 if it expects none. */
  constructor(watchdogMs: number, log: Logger) {
    this.#watchdogMs = watchdogMs
    this.#log = log
  }

  /**
   * Reports that the site accepts requests. Then reports twice within the time of the watchdog that the event loop of
   * this process runs, as systemd restarts a process that no longer reports.
   */
  reportReady() {
    this.#send('READY=1')
    if (this.#watchdogMs > 0) setInterval(() => this.#send('WATCHDOG=1'), this.#watchdogMs / 2).unref()
  }

  /** Reports that the site has begun to stop. */
  reportStopping() {
    this.#send('STOPPING=1')
  }

  #send(state: string) {
    const sender = spawn('systemd-notify', [state], { stdio: 'ignore' })
    sender.on('error', (error) => this.#log.warn({ err: error, state }, 'systemd could not be notified'))
    sender.unref()
  }
}

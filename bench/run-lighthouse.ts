import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { findBrowser } from '../test/find-browser.ts'

// Lighthouse is not a dependency of the project, because it weighs 176 MB. npm downloads it on the first use.
const lighthouse = 'lighthouse@13.5.0'
const flags = ['--only-categories=performance,accessibility', '--output=json', '--quiet']

/** The results of one run of Lighthouse: its scores from 0 to 1, and times in milliseconds. */
export interface Painting {
  performance: number
  largestPaintMs: number
  blockingMs: number
  layoutShift: number
  /** 1 if all touch targets of the page are large enough or far enough apart, otherwise 0. */
  touchTargets: number
}

interface Report {
  runtimeError?: { message: string }
  categories: Record<string, { score: number | null }>
  audits: Record<string, { score: number | null; numericValue?: number }>
}

/** Loads a page as Lighthouse does on its simulated phone: a slow connection and a quarter of the processor's speed. */
export async function runLighthouse(url: string): Promise<Painting> {
  const npm = process.env['npm_execpath'] ?? ''
  const run = ['exec', '--yes', '--', lighthouse, url, ...flags, '--chrome-flags=--headless=new --no-sandbox']
  const child = spawn(process.execPath, [npm, ...run], {
    env: { ...process.env, CHROME_PATH: findBrowser() },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')])
  const { runtimeError, categories, audits } = JSON.parse(output) as Report
  if (runtimeError !== undefined) throw new Error(`${url}: ${runtimeError.message}`)
  const valueOf = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  return {
    performance: categories['performance']?.score ?? Number.NaN,
    largestPaintMs: valueOf('largest-contentful-paint'),
    blockingMs: valueOf('total-blocking-time'),
    layoutShift: valueOf('cumulative-layout-shift'),
    touchTargets: audits['target-size']?.score ?? Number.NaN,
  }
}

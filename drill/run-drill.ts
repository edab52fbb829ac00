import { timeAccounts } from './account-timing.ts'
import { behindPooler } from './behind-pooler.ts'
import { collectTraces } from './collect-traces.ts'
import { practiseContainer } from './container-drill.ts'
import { failover } from './failover.ts'
import { rollingRestart } from './rolling-restart.ts'
import { rollingUpdate } from './rolling-update.ts'

/**
 * `npm run drill -- NAME` practises one operation on this machine, on loopback only, and prints a table. It exits with
 * 1 when the result is worse than docs/operating.md and docs/many-nodes.md promise.
 */
const drills: Record<string, (names: string[]) => Promise<boolean>> = {
  rolling: rollingRestart,
  update: rollingUpdate,
  pooler: behindPooler,
  container: practiseContainer,
  failover,
  traces: collectTraces,
  accounts: timeAccounts,
}

const [name = '', ...names] = process.argv.slice(2)
const drill = drills[name]
if (drill === undefined) {
  console.error(`用法：npm run drill -- ${Object.keys(drills).join(' | ')}`)
  process.exitCode = 2
} else if (!(await drill(names))) process.exitCode = 1

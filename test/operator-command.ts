import { execFile } from 'node:child_process'
import { resolve } from 'node:path'

/**
 * Runs a command of the operator, such as `backup-site`, in a process of its own. Returns what it printed, and fails if
 * it ends with another exit code than the expected one.
 */
export function operatorCommand(
  name: string,
  args: string[],
  environment: Record<string, string>,
  expected = 0,
): Promise<string> {
  const script = resolve(import.meta.dirname, `../server/start/commands/${name}.ts`)
  return new Promise((done, failed) =>
    execFile(process.execPath, [script, ...args], { env: { ...process.env, ...environment } }, (error, out, errors) => {
      const code = error === null ? 0 : error.code
      if (code === expected) done(out + errors)
      else failed(new Error(`${name} ended with ${code}: ${out}${errors}`))
    }),
  )
}

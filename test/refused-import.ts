import assert from 'node:assert/strict'
import { readImport } from '#server/engines/epub/convert/read-import.ts'
import { Failure } from '#shared/api/failure.ts'

/** Imports a file that must be refused, and returns the Chinese message of the refusal. */
export async function refusal(name: string, bytes: Buffer): Promise<string> {
  const failure = await readImport(name, bytes).then(
    () => assert.fail(`${name} should have been refused`),
    (error: unknown) => error,
  )
  assert.ok(failure instanceof Failure, String(failure))
  assert.match(failure.message, /[一-鿿]/)
  return failure.message
}

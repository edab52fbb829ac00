import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { S3Access } from '#server/platform/storage/s3-settings.ts'

interface ServerOptions {
  address: string
  port: number
  silent: boolean
  directory: string
  configureBuckets: { name: string }[]
}
/** The part of s3rver, a package without types, that the tests use. */
type Server = new (options: ServerOptions) => { run(): Promise<AddressInfo>; close(): Promise<void> }

export const s3Buckets = { files: 'zhitu', others: 'zhitu-others' }

/**
 * Starts s3rver, an S3-compatible server on loopback with two empty buckets that verifies signatures, until the test
 * ends.
 */
export async function startS3Server(t: { after(close: () => unknown): void }): Promise<S3Access & { bucket: string }> {
  const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as Server
  const directory = await mkdtemp(join(tmpdir(), 'zhitu-s3-'))
  const configureBuckets = Object.values(s3Buckets).map((name) => ({ name }))
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets })
  const { port } = await server.run()
  t.after(async () => {
    await server.close()
    await rm(directory, { recursive: true, force: true })
  })
  return {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket: s3Buckets.files,
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    isPathStyle: true,
  }
}

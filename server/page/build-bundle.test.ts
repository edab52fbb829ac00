import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { buildBundle } from './build-bundle.ts'

/** Returns the id of the process that builds into a folder, once it runs. */
async function findBuilder(): Promise<number> {
  for (;;) {
    const children = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8')
    for (const pid of children.split(' ').filter(Boolean)) {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      if (command.includes('vite')) return Number(pid)
    }
  }
}

// Only Linux lists the processes in /proc.
const skip = process.platform !== 'linux'

test('a build killed by the system is reported as a lack of memory and leaves no files', { skip }, async (t) => {
  const builds = await mkdtemp(join(tmpdir(), 'zhitu-builds-'))
  t.after(() => rm(builds, { recursive: true }))
  const building = assert.rejects(
    buildBundle(() => undefined, { builds }),
    /^Error: 构建网页的进程被系统强行结束，多半是内存不够/,
  )
  process.kill(await findBuilder(), 'SIGKILL')
  await building
  assert.deepEqual(await readdir(builds), [])
})

test('a build without a writable folder fails with a sentence', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'zhitu-builds-'))
  t.after(() => rm(directory, { recursive: true }))
  // Not even root can write into a folder whose path is a file.
  const builds = join(directory, 'dist')
  await writeFile(builds, '')
  await assert.rejects(
    buildBundle(() => undefined, { builds }),
    /^Error: 网页需要构建，而 .+ 不能写入/,
  )
})

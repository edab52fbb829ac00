import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { buildBundle } from './build-bundle.ts'

/** Waits until a child process of this test runs the bundler, and returns the id of the process. */
async function findBuilder(): Promise<number> {
  for (;;) {
    const children = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8')
    for (const pid of children.split(' ').filter(Boolean)) {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      if (command.includes('vite')) return Number(pid)
    }
  }
}

// The test finds child processes in /proc, which only Linux has.
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
  // Even root cannot write into this folder, because its path is that of a file.
  const builds = join(directory, 'dist')
  await writeFile(builds, '')
  await assert.rejects(
    buildBundle(() => undefined, { builds }),
    /^Error: 网页需要构建，而 .+ 不能写入/,
  )
})

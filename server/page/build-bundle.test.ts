import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { buildBundle } from './build-bundle.ts'

/** The process that builds into a folder, once it runs. */
async function findBuilder(): Promise<number> {
  for (;;) {
    const children = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8')
    for (const pid of children.split(' ').filter(Boolean)) {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      if (command.includes('vite')) return Number(pid)
    }
  }
}

// Only Linux tells, in /proc, which process builds.
const skip = process.platform !== 'linux'

test('a build that the system kills is told as a lack of memory, and leaves nothing behind', { skip }, async (t) => {
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

test('a build that cannot be written anywhere is told in a sentence', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'zhitu-builds-'))
  t.after(() => rm(directory, { recursive: true }))
  // A file in place of a folder cannot be written into by root either.
  const builds = join(directory, 'dist')
  await writeFile(builds, '')
  await assert.rejects(
    buildBundle(() => undefined, { builds }),
    /^Error: 网页需要构建，而 .+ 不能写入/,
  )
})

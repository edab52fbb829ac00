import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type TestContext, test } from 'node:test'
import { findProgram } from '../drill/debian-program.ts'

const docs = resolve(import.meta.dirname, '../docs')

/**
 * Tests a shipped file with the program that reads it. The program is installed from its Debian package if that is
 * possible; otherwise the test is skipped.
 */
function testWith(
  program: string,
  name: string,
  check: (run: Run, t: TestContext) => Promise<void>,
  debianPackage = program,
) {
  const path = findProgram(program, debianPackage)
  test(name, { skip: path === undefined && `the program ${program} is not installed on this system` }, (t) =>
    check((...parameters) => runProgram(path ?? '', parameters), t),
  )
}

/** Runs the program and returns everything it has printed. Throws if it ends with a status other than 0. */
type Run = (...parameters: string[]) => string

function runProgram(path: string, parameters: string[]): string {
  const { status, stdout, stderr } = spawnSync(path, parameters, { encoding: 'utf8' })
  assert.equal(status, 0, stdout + stderr)
  return stdout + stderr
}

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'zhitu-configuration-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

testWith('nginx', 'nginx accepts its example configuration', async (run, t) => {
  const folder = await makeFolder(t)
  const path = join(docs, 'proxies/nginx.conf')
  run('-t', '-p', folder, '-c', path, '-e', 'stderr', '-g', `pid ${folder}/nginx.pid;`)
})

testWith('haproxy', 'haproxy accepts its example configuration without a warning', async (run) => {
  assert.doesNotMatch(run('-c', '-f', join(docs, 'proxies/haproxy.cfg')), /WARNING|ALERT/)
})

testWith('caddy', 'Caddy accepts its example configurations', async (run) => {
  run('validate', '--adapter', 'caddyfile', '--config', join(docs, 'proxies/Caddyfile'))
  run('validate', '--adapter', 'caddyfile', '--config', join(docs, 'compose/Caddyfile'))
})

testWith('systemd-analyze', 'systemd accepts the unit and rates its protection as documented', async (run, t) => {
  const path = join(await makeFolder(t), 'zhitu.service')
  const unit = await readFile(join(docs, 'systemd/zhitu.service'), 'utf8')
  // The systemd unit starts /usr/bin/node. Node may be elsewhere on the machine of the test, so the test replaces the
  // path.
  await writeFile(path, unit.replace('/usr/bin/node', process.execPath))
  assert.equal(run('verify', path), '')
  const [, rating] = /exposure level for \S+: ([\d.]+)/.exec(run('security', '--offline=true', path)) ?? []
  const manual = await readFile(join(docs, 'operating.md'), 'utf8')
  assert.match(manual, new RegExp(`systemd-analyze security zhitu\`\\s+says ${rating} of 10`))
})

testWith(
  'promtool',
  'Prometheus accepts the example configuration, and each alert fires',
  async (run, t) => {
    const folder = await makeFolder(t)
    for (const path of globSync('monitoring/*.yml', { cwd: docs }))
      await cp(join(docs, path), join(folder, path.slice(11)))
    await cp(resolve(import.meta.dirname, 'alert-rules.yml'), join(folder, 'alert-rules.yml'))
    run('check', 'config', '--syntax-only', join(folder, 'prometheus.yml'))
    run('check', 'rules', join(folder, 'alerts.yml'))
    run('test', 'rules', join(folder, 'alert-rules.yml'))
  },
  'prometheus',
)

import { existsSync } from 'node:fs'
import { cp, mkdir, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type ContainerStorage, runProgram } from './container-storage.ts'

/** The Debian release on which the official Node images are built. */
const suite = 'bookworm'
const certificates = '/etc/ssl/certs/ca-certificates.crt'

/**
 * Makes the base image for the `Containerfile` without downloading it from an image registry: a minimal Debian,
 * installed from Debian packages, with a copy of this machine's Node and npm in `/usr/local` and a user `node`. This
 * machine's CA certificates are copied too, so that npm can make the same TLS connections in the container. Returns the
 * name of the image.
 */
export async function makeNodeImage({ buildah }: ContainerStorage, folder: string): Promise<string> {
  const root = join(folder, 'debian')
  const packages = '--include=ca-certificates,libstdc++6,libatomic1'
  await runProgram('mmdebstrap', ['--quiet', '--mode=root', '--variant=minbase', packages, suite, root])
  await mkdir(join(root, 'usr/local/lib/node_modules'), { recursive: true })
  await cp(process.execPath, join(root, 'usr/local/bin/node'))
  await cp(npmFolder(), join(root, 'usr/local/lib/node_modules/npm'), { recursive: true })
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'))
  if (existsSync(certificates)) await cp(certificates, join(root, certificates))
  await runProgram('chroot', [root, '/usr/sbin/useradd', '--create-home', '--uid', '1000', 'node'])
  const name = 'localhost/zhitu-drill-node'
  const container = await buildah('from', 'scratch')
  await buildah('add', '--quiet', container, root, '/')
  const path = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
  await buildah('config', '--env', path, '--env', `NODE_EXTRA_CA_CERTS=${certificates}`, container)
  await buildah('commit', '--quiet', container, name)
  await buildah('rm', container)
  return name
}

/** Returns the folder of the npm that runs this drill. */
function npmFolder(): string {
  const cli = process.env['npm_execpath']
  if (cli === undefined) throw new Error('run this drill by npm run drill -- container')
  return resolve(cli, '../..')
}

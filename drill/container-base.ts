import { existsSync } from 'node:fs'
import { cp, mkdir, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type ContainerStorage, runProgram } from './container-storage.ts'

/** The Debian of the official images of Node. */
const suite = 'bookworm'
const certificates = '/etc/ssl/certs/ca-certificates.crt'

/**
 * Makes the image on which the `Containerfile` builds, without a registry of images: a small Debian from the packages
 * of Debian, with the Node and the npm of this machine in `/usr/local` and a user `node`. It has the authorities for
 * TLS of this machine, so that npm works in it as it does here. Returns the name of the image.
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

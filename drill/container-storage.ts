import { spawn, spawnSync } from 'node:child_process'
import { findProgram } from './debian-program.ts'

export interface ContainerStorage {
  /** Runs podman on images and containers of this storage. Returns what it printed; fails with its errors. */
  podman(...words: string[]): Promise<string>
  /** Runs buildah on images of this storage, as `podman` does. */
  buildah(...words: string[]): Promise<string>
}

/**
 * Installs podman and buildah, and returns them with a storage for images in a folder of its own. The containers of
 * other programs on this machine are not touched. Returns undefined, after it has said why, if this is impossible.
 */
export function openContainerStorage(folder: string): ContainerStorage | undefined {
  if (process.getuid?.() !== 0) {
    console.log('略过：要以 root 运行，才能在别处造一个 Debian 的根目录并在里面执行程序。')
    return undefined
  }
  const programs = ['buildah', 'podman', 'runc', 'mmdebstrap'].map((name) => findProgram(name))
  const [buildah, podman, runc] = programs
  if (buildah === undefined || podman === undefined || runc === undefined || programs.includes(undefined))
    return undefined
  const place = ['--root', `${folder}/images`, '--runroot', `${folder}/running`]
  // Overlay needs a file system beneath that supports it; vfs copies all files for each layer and works everywhere.
  const driver = [...place, '--storage-driver', 'overlay']
  const isOverlay = spawnSync(buildah, [...driver, 'info'], { stdio: 'ignore' }).status === 0
  const storage = isOverlay ? driver : [...place, '--storage-driver', 'vfs']
  // Podman otherwise expects systemd for its groups of processes and for its log of events.
  const withoutSystemd = ['--cgroup-manager', 'cgroupfs', '--events-backend', 'file', '--runtime', runc]
  return {
    buildah: (...words) => runProgram(buildah, [...storage, ...words]),
    podman: (...words) => runProgram(podman, [...storage, ...withoutSystemd, ...words]),
  }
}

/** Runs a program to its end. Returns its output without line ends around it; fails with its errors. */
export async function runProgram(program: string, words: string[]): Promise<string> {
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const code = await new Promise<number | null>((done, failed) => child.on('error', failed).on('close', done))
  if (code === 0) return output.trim()
  const what = `${program} ${words.slice(0, 12).join(' ')}`
  throw new Error(`${what} ended with ${code}:\n${(output + errors).split('\n').slice(-20).join('\n')}`)
}

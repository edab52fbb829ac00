import { spawn, spawnSync } from 'node:child_process'
import { findProgram } from './debian-program.ts'

export interface ContainerStorage {
  /**
   * Runs podman with the images and containers of this storage. Returns its output; throws an error with its error
   * output if podman fails.
   */
  podman(...words: string[]): Promise<string>
  /** Runs buildah with the images of this storage; returns and throws as `podman` does. */
  buildah(...words: string[]): Promise<string>
}

/**
 * Installs podman and buildah if necessary, and returns functions that run them with their images and containers in the
 * given folder, apart from all other containers of this machine. If this is impossible, prints the reason and returns
 * undefined.
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
  // The storage driver `overlay` works only on some file systems; `vfs`, which copies all files for each layer, works
  // on every file system.
  const driver = [...place, '--storage-driver', 'overlay']
  const isOverlay = spawnSync(buildah, [...driver, 'info'], { stdio: 'ignore' }).status === 0
  const storage = isOverlay ? driver : [...place, '--storage-driver', 'vfs']
  // By default podman uses systemd to manage cgroups and to log events. With these options it needs no systemd.
  const withoutSystemd = ['--cgroup-manager', 'cgroupfs', '--events-backend', 'file', '--runtime', runc]
  return {
    buildah: (...words) => runProgram(buildah, [...storage, ...words]),
    podman: (...words) => runProgram(podman, [...storage, ...withoutSystemd, ...words]),
  }
}

/**
 * Runs a program to its end. Returns its output without white space at both ends; throws an error with its error output
 * if the program fails.
 */
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

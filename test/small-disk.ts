import { execFileSync } from 'node:child_process'

interface SmallDisk {
  /** Changes the size of the disk; the files on it stay. */
  resize(size: string): void
  unmount(): void
}

/** The reason why a test is skipped if the process may not mount file systems. */
export const needsRoot = 'only root can mount a small disk'

/**
 * Mounts an empty disk on a folder, which a test can fill quickly. `size` is a number with a unit, for example `2m`.
 * Returns null if the process may not mount file systems.
 */
export function mountSmallDisk(folder: string, size: string): SmallDisk | null {
  const mount = (options: string[]) => execFileSync('mount', [...options, folder], { stdio: 'pipe' })
  try {
    mount(['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'none'])
  } catch {
    return null
  }
  return {
    resize: (newSize) => void mount(['-o', `remount,size=${newSize}`]),
    // The option `-l` unmounts the disk even if a process still uses it.
    unmount: () => void execFileSync('umount', ['-l', folder]),
  }
}

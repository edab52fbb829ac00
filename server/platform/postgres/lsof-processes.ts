import { spawnSync } from 'node:child_process'

/**
 * Returns the ids of the PostgreSQL processes whose current directory is `directory` (a real path), from `lsof`, which
 * is part of macOS. For each process `lsof` prints a line `p<id>`, a line with the number of the file, and a line
 * `n<path>`.
 */
export function listLsofProcesses(directory: string): number[] {
  const { stdout, error } = spawnSync('lsof', ['-a', '-c', 'postgres', '-c', 'initdb', '-d', 'cwd', '-Fpn'], {
    encoding: 'utf8',
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
  })
  if (error) throw error
  let pid = 0
  return stdout.split('\n').flatMap((line) => {
    if (line.startsWith('p')) pid = Number(line.slice(1))
    return line === `n${directory}` ? [pid] : []
  })
}

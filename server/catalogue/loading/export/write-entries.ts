import { appendFile, mkdir, open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toYamlText } from '#server/catalogue/loading/yaml-text.ts'

/** The folder of an export, which contains the folder `jsonl`, and a signal that ends the export with an error. */
export interface ExportFolder {
  directory: string
  signal: AbortSignal | undefined
}

interface Entries<T> {
  /** The name of the YAML file or folder, and of the file of JSON Lines. */
  kind: string
  batches: AsyncIterable<T[]>
  /** Whether all batches go into one YAML file; otherwise each batch is a file of its own in a folder. */
  isOneFile?: boolean
  /** Converts a batch of entries to the value that is written as YAML. By default, the batch is written as a list. */
  toYaml?: (entries: T[]) => object
  toLine?: (entry: T) => object
}

/** Writes entries batch by batch, as YAML and as one file of JSON Lines. Returns the number of entries. */
export async function writeEntries<T extends object>(
  { directory, signal }: ExportFolder,
  { kind, batches, isOneFile = false, toYaml = (list) => list, toLine = (entry) => entry }: Entries<T>,
): Promise<number> {
  const folder = join(directory, kind)
  if (!isOneFile) await mkdir(folder)
  const lines = await open(join(directory, 'jsonl', `${kind}.jsonl`), 'w')
  let [count, file] = [0, 0]
  try {
    for await (const entries of batches) {
      signal?.throwIfAborted()
      count += entries.length
      file += 1
      if (isOneFile) await appendFile(`${folder}.yaml`, toYamlText(toYaml(entries)))
      else await writeYaml(join(folder, `${String(file).padStart(5, '0')}.yaml`), toYaml(entries))
      await lines.appendFile(entries.map((entry) => `${JSON.stringify(toLine(entry))}\n`).join(''))
    }
  } finally {
    await lines.close()
  }
  if (isOneFile && count === 0) await writeYaml(`${folder}.yaml`, toYaml([]))
  return count
}

export function writeYaml(path: string, content: object): Promise<void> {
  return writeFile(path, toYamlText(content))
}

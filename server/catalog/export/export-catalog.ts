import { type FileHandle, mkdir, open, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stringify } from 'yaml'
import type { Db } from '#server/db/schema.ts'
import { exportBooks, exportRelations } from './export-books.ts'
import { exportPeople } from './export-people.ts'
import { exportAliases, exportPlaces, exportTags, type PlaceEntry } from './export-places.ts'
import { inBatches } from './export-rows.ts'
import { exportRoutes, exportTours } from './export-tours.ts'

/** The number of exported entries of each kind. */
type ExportCounts = Record<string, number>

/**
 * Writes the whole catalogue of a site as open data into a new or empty folder: as a catalogue folder of YAML files,
 * which `CATALOG` of another site can name, and as JSON Lines below `jsonl`, one entry a line. All data are of one moment.
 * Accounts, comments, texts and uploaded covers are not part of the catalogue. Throws when the folder is not empty.
 */
export async function exportCatalog(db: Db, directory: string): Promise<ExportCounts> {
  await mkdir(join(directory, 'jsonl'), { recursive: true })
  if ((await readdir(directory)).length > 1) throw new Error(`${directory} 不是空的，请换一个文件夹。`)
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return snapshot.execute(async (db) => {
    const counts: ExportCounts = {}
    for (const [kind, batches] of Object.entries(listBatches(db))) {
      await mkdir(join(directory, kind))
      counts[kind] = await writeBatches(directory, kind, batches)
    }
    const relations = await exportRelations(db)
    await writeFile(join(directory, 'jsonl/relations.jsonl'), toLines(relations))
    await writeYaml(join(directory, 'relations.yaml'), relations)
    await writeYaml(join(directory, 'tags.yaml'), await exportTags(db))
    await writeYaml(join(directory, 'aliases.yaml'), await exportAliases(db))
    return { ...counts, relations: relations.length }
  })
}

function listBatches(db: Db): Record<string, AsyncGenerator<object[]>> {
  return {
    places: inBatches(db, 'place', exportPlaces),
    people: inBatches(db, 'person', exportPeople),
    books: inBatches(db, 'book', exportBooks),
    tours: inBatches(db, 'tour', exportTours),
    routes: inBatches(db, 'route', exportRoutes),
  }
}

/** Writes one YAML file a batch, and all batches into one file of JSON Lines. Returns the number of entries. */
async function writeBatches(directory: string, kind: string, batches: AsyncGenerator<object[]>): Promise<number> {
  const lines: FileHandle = await open(join(directory, 'jsonl', `${kind}.jsonl`), 'w')
  let [count, file] = [0, 0]
  try {
    for await (const entries of batches) {
      count += entries.length
      file += 1
      const name = `${String(file).padStart(5, '0')}.yaml`
      const isPlaces = kind === 'places'
      await writeYaml(join(directory, kind, name), isPlaces ? Object.fromEntries(entries as PlaceEntry[]) : entries)
      await lines.write(toLines(isPlaces ? (entries as PlaceEntry[]).map(placeLine) : entries))
    }
  } finally {
    await lines.close()
  }
  return count
}

const placeLine = ([name, fields]: PlaceEntry) => ({ name, ...fields })

const toLines = (entries: object[]) => entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')

function writeYaml(path: string, content: object): Promise<void> {
  return writeFile(path, stringify(content, { lineWidth: 0, aliasDuplicateObjects: false }))
}

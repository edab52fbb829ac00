import { join } from 'node:path'
import { z } from 'zod'
import { type PersonName, PersonNameKind } from '#shared/api/person/person.ts'
import { listFurtherNames } from './further-names.ts'
import { CatalogPerson, CatalogRelation } from './person-schema.ts'
import { readEntries, readWhole } from './read-entries.ts'

/** Reads the people of the catalogue. Mistakes are added to `problems`, one message each. */
export async function readPeople(
  directory: string,
  { places }: { places: Map<string, unknown> },
  problems: string[],
): Promise<CatalogPerson[]> {
  const entries = await readEntries(join(directory, 'people'), CatalogPerson, problems)
  const [keys, names] = [new Set<string>(), new Set<string>()]
  for (const { file, entry } of entries) {
    const say = (problem: string) => problems.push(`${file}：${entry.key}（${entry.name}）${problem}`)
    if (keys.has(entry.key)) say('的 key 重复')
    if (names.has(entry.name)) say('与另一人同名，次要的一位须在全角括号里加注')
    keys.add(entry.key)
    names.add(entry.name)
    for (const place of placesOf(entry)) if (!places.has(place)) say(`的地点「${place}」不在 places 里`)
    const others = namesOf(entry).map(({ name }) => name)
    if (new Set([entry.name, ...others]).size < others.length + 1) say('的一个名字写了两次')
  }
  return entries.map(({ entry }) => entry)
}

/** Returns the further names of a person of the catalogue, in their order. */
export function namesOf({ names, namesInOrder }: CatalogPerson): PersonName[] {
  return namesInOrder ?? listFurtherNames(PersonNameKind.options, names)
}

/** Returns the names of all places in the life of a person. */
function placesOf({ born, died, lived, life }: CatalogPerson): string[] {
  const stays = [...(lived ?? []), ...(life ?? [])].map(({ place }) => place)
  return [born?.place, ...stays, died?.place].filter((place) => place !== undefined)
}

/** Reads the relations between books. Mistakes are added to `problems`, one message each. */
export async function readRelations(
  directory: string,
  { books }: { books: { key: string }[] },
  problems: string[],
): Promise<CatalogRelation[]> {
  const relations = await readWhole(join(directory, 'relations.yaml'), z.array(CatalogRelation), [])
  const keys = new Set(books.map(({ key }) => key))
  const known = new Set<string>()
  for (const { from, kind, to } of relations) {
    const say = (problem: string) => problems.push(`relations.yaml：${from} ${kind} ${to} ${problem}`)
    for (const key of [from, to]) if (!keys.has(key)) say(`里没有 ${key} 这本书`)
    if (from === to) say('是同一本书')
    if (known.has(`${from} ${kind} ${to}`)) say('写了两次')
    known.add(`${from} ${kind} ${to}`)
  }
  return relations
}

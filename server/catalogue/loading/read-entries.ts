import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { parseYaml } from './yaml-text.ts'

interface CatalogEntry<T> {
  file: string
  entry: T
}

/**
 * Reads all entries of the YAML lists in a directory of the catalogue. An invalid entry is left out and reported in
 * `problems`.
 */
export async function readEntries<T>(
  directory: string,
  shape: z.ZodType<T>,
  problems: string[],
): Promise<CatalogEntry<T>[]> {
  const entries: CatalogEntry<T>[] = []
  for (const [file, content] of await readYamlFiles(directory, problems)) {
    if (content !== null && !Array.isArray(content)) problems.push(`${file}：须为一列条目，每条以「- key:」开头`)
    for (const [index, value] of (Array.isArray(content) ? content : []).entries()) {
      const read = shape.safeParse(value, inChinese)
      const name = (value as { key?: string } | null)?.key ?? `第 ${index + 1} 条`
      if (read.success) entries.push({ file, entry: read.data })
      else problems.push(`${file}：${name} 的 ${firstIssue(read.error)}`)
    }
  }
  return entries
}

export async function readYamlFiles(directory: string, problems: string[]): Promise<[string, object | null][]> {
  const names = (await readdir(directory).catch(noneIfMissing)).filter((name) => name.endsWith('.yaml')).sort()
  const files: [string, object | null][] = []
  for (const name of names) {
    try {
      files.push([name, parseYaml(await readFile(join(directory, name), 'utf8')) as object | null])
    } catch (error) {
      problems.push(`${name}：${(error as Error).message}`)
    }
  }
  return files
}

/** Treats a missing file or folder of the catalogue as empty, because a catalogue need not have all of them. */
function noneIfMissing(error: unknown): [] {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
  throw error
}

/**
 * Reads a catalogue file that holds a single value; returns `empty` for a missing file. Throws when the value does not
 * match the schema.
 */
export async function readWhole<T>(file: string, shape: z.ZodType<T>, empty: T): Promise<T> {
  const [text] = await readFile(file, 'utf8').then((content) => [content], noneIfMissing)
  if (text === undefined) return empty
  try {
    return shape.parse(parseYaml(text), inChinese)
  } catch (error) {
    const problem = error instanceof z.ZodError ? firstIssue(error) : (error as Error).message
    throw new Error(`书目里的 ${basename(file)} 不对：${problem.trim()}`, { cause: error })
  }
}

export function firstIssue(error: z.ZodError) {
  const [issue] = error.issues
  return `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`
}

/** The Chinese error messages for mistakes in the catalogue, used where a schema has no message of its own. */
export const inChinese = { error: z.locales.zhCN().localeError }

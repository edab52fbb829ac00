import { dirname, relative, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const anyImport = /(?:^import\s|^export\s|\bfrom\s|\bimport\()\s*'([^']+)'/gm
/**
 * Matches import statements that load a module at run time; `import type` is removed with the types and loads nothing.
 */
const loadingImport =
  /(?:^import\s(?!type\b)(?:[^'"]*?\sfrom\s)?|^export\s(?!type\b)[^'"]*?\sfrom\s|\bimport\()\s*['"]([^'"]+)['"]/gm

/**
 * Lists what the source text of a file imports: project files as paths from the root of the project, packages by
 * their names. `file` is the path of the importing file from the root. With `loadedOnly`, imports of types are left
 * out.
 */
export function listImports(file: string, text: string, { loadedOnly = false } = {}): string[] {
  return [...text.matchAll(loadedOnly ? loadingImport : anyImport)].map(([, name = '']) => toPath(file, name))
}

const namedImport =
  /^(?:import|export)\s(?:type\s)?(?:\w+,\s)?(?:\{([^}]*)\}|\*[^'"]*?)\sfrom\s'([^']+)'|\bimport\(\s*'([^']+)'/gm

/**
 * Lists the names that the source text of a file imports, each after the file or package that exports it, such as
 * `shared/id.ts isId`. A `*` in place of the name stands for all exports of a file.
 */
export function listImportedNames(file: string, text: string): string[] {
  return [...text.matchAll(namedImport)].flatMap(([, names, from = '', loaded = from]) =>
    (names ?? '*')
      .split(',')
      .map((name) => /^\s*(?:type )?(\S+)/.exec(name)?.[1])
      .filter((name) => name !== undefined)
      .map((name) => `${toPath(file, loaded)} ${name}`),
  )
}

function toPath(file: string, name: string): string {
  if (name.startsWith('.')) return relative(root, resolve(root, dirname(file), name))
  return name.startsWith('#') ? name.slice(1) : name
}

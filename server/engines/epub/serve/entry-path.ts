/**
 * Resolves a reference in one file of an EPUB archive to the path of another file and a fragment (`#…`), as a browser
 * resolves references below the root of a site: backslashes are slashes, and steps above the root stay at the root.
 * Returns null for a URL of another site.
 */
export function resolveEntry(reference: string, from: string): { path: string; fragment: string } | null {
  const [before = '', fragment = ''] = reference.trim().split(/#(.*)/s)
  const address = before.replaceAll('\\', '/')
  // An absolute URL leads outside the EPUB archive, so it is not resolved.
  if (/^[a-z][a-z\d+.-]*:|^\/\//i.test(address)) return null
  const relative = decode(address.split('?')[0] ?? '')
  if (relative === null) return null
  if (relative === '') return { path: from, fragment: decode(fragment) ?? '' }
  const steps = relative.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const step of relative.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '.' && step !== '') steps.push(step)
  }
  return { path: steps.join('/'), fragment: decode(fragment) ?? '' }
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return text.includes('\0') ? null : text
  }
}

/** Returns the URL on this site of a file in an EPUB archive; `base` is the URL of the archive. */
export function entryHref(base: string, path: string, fragment = ''): string {
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  return `${base}${encoded}${fragment === '' ? '' : `#${encodeURIComponent(fragment)}`}`
}

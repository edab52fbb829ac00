import type { ConvertScript } from './convert-document.ts'
import type { ReadingSettings } from './reading-settings.ts'

const made = new Map<string, Promise<ConvertScript>>()

/** The converter to a script; null for the text as it is. */
export async function loadScript(script: ReadingSettings['script']): Promise<ConvertScript | null> {
  if (script === 'original') return null
  const known = made.get(script) ?? (script === 'simplified' ? toSimplified() : toTraditional())
  made.set(script, known)
  return known.catch((error: unknown) => {
    made.delete(script)
    throw error
  })
}

async function toSimplified(): Promise<ConvertScript> {
  const { Converter } = await import('opencc-js/t2cn')
  return Converter({ from: 't', to: 'cn' })
}

async function toTraditional(): Promise<ConvertScript> {
  const { Converter } = await import('opencc-js/cn2t')
  return Converter({ from: 'cn', to: 't' })
}

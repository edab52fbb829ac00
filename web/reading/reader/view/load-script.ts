import type { ConvertScript } from './convert-document.ts'
import type { ReadingSettings } from './reading-settings.ts'

const converters = new Map<string, Promise<ConvertScript>>()

/**
 * Loads the function that converts a text to the chosen Chinese script (simplified or traditional). Returns null if the
 * user wants the original text. Throws if the dictionary cannot be fetched.
 */
export async function loadScript(script: ReadingSettings['script']): Promise<ConvertScript | null> {
  if (script === 'original') return null
  const converter = converters.get(script) ?? (script === 'simplified' ? toSimplified() : toTraditional())
  converters.set(script, converter)
  return converter.catch((error: unknown) => {
    converters.delete(script)
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

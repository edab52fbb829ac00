import { Failure } from '#shared/api/failure.ts'

/**
 * Saves a form. If another editor has saved the same book or person since the form was opened, calls `merge`, which
 * puts the changes of the other editor into the form and returns a message about them. This message is then thrown as a
 * `conflict`: the form shows it, and the editor checks the form before saving again.
 */
export async function saveOrMerge(save: () => Promise<void>, merge: () => Promise<string>) {
  try {
    await save()
  } catch (error) {
    if (!isStale(error)) throw error
    const message = await merge().catch(() => undefined)
    throw message === undefined ? error : new Failure('conflict', message)
  }
}

function isStale(error: unknown): boolean {
  return error instanceof Failure && error.data?.fields?.['version'] !== undefined
}

interface MergeOutcome {
  /** The name of the other editor, if it is known. */
  name: string | undefined
  /** Labels of the fields that now have the value of the other editor. */
  changed: string[]
  /** Labels of the fields that both editors changed, and that have the value of this editor. */
  contested: string[]
}

/** Says how a form was merged with the changes of another editor; `noun` is a Chinese phrase such as 这本书. */
export function describeMerge(noun: string, { name, changed, contested }: MergeOutcome): string {
  const ofOne = changed.length > 0 ? `换成了新的：${changed.join('、')}。` : ''
  const ofBoth = contested.length > 0 ? `你们都改了、还是你写的：${contested.join('、')}。` : ''
  return `${name ?? '别人'}刚刚改过${noun}。${ofOne}${ofBoth}看好了，再保存一次。`
}

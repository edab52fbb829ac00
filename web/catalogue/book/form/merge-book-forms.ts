import { isSame, mergeForms } from '#web/frame/admin/merge-forms.ts'
import { type BookForm, textFields } from './book-form-state.ts'
import { editionFields, type EditionForm } from './edition-form-state.ts'

interface Merged<F> {
  merged: F
  /** Labels of the form fields that now have the value of the other editor. */
  changed: string[]
  /**
   * Labels of the fields that both editors changed, with the other editor's value of each; the form keeps this editor's
   * value.
   */
  contested: string[]
}

const otherLabels: Partial<Record<keyof BookForm, string>> = {
  desc: '介绍',
  tags: '标签',
  places: '地方',
  cover: '封面',
}

/**
 * Merges two versions of the form of a book that two editors changed at the same time, field by field, also within the
 * editions that both versions have (see `mergeForms`).
 */
export function mergeBookForms(base: BookForm, mine: BookForm, theirs: BookForm): Merged<BookForm> {
  const editions = mergeEditions(base.editions, mine.editions, theirs.editions)
  // The editions are already merged and the same in both versions, so that `mergeForms` reports no conflict for them.
  const same = { editions: editions.merged }
  const work = mergeForms({ ...base, ...same }, { ...mine, ...same }, { ...theirs, ...same })
  const labelOf = (field: keyof BookForm) =>
    textFields.find(({ name }) => name === field)?.label ?? otherLabels[field] ?? field
  return {
    merged: work.merged,
    changed: [...work.changed.map(labelOf), ...editions.changed],
    contested: [
      ...work.contested.map((field) => labelOf(field) + valueText(field, theirs[field])),
      ...editions.contested,
    ],
  }
}

/**
 * Returns the other editor's value of a field as text for a message; empty for a cover, whose storage key would tell an
 * editor nothing.
 */
const valueText = (field: string, value: unknown) =>
  typeof value === 'string' && field !== 'cover' ? `（那边写的是「${value}」）` : ''

function mergeEditions(base: EditionForm[], mine: EditionForm[], theirs: EditionForm[]): Merged<EditionForm[]> {
  const find = (list: EditionForm[], id: string | null) => list.find((one) => id !== null && one.id === id)
  const [changed, contested]: [string[], string[]] = [[], []]
  const retained = mine.flatMap((edition, at) => {
    const [was, is] = [find(base, edition.id), find(theirs, edition.id)]
    if (was === undefined) return [edition]
    if (is !== undefined) {
      const one = mergeEdition(was, edition, is, at)
      changed.push(...one.changed)
      contested.push(...one.contested)
      return [one.merged]
    }
    if (!isSame(was, edition)) contested.push(`第 ${at + 1} 个版本（那边移除了它）`)
    else changed.push(`移除了第 ${at + 1} 个版本`)
    return isSame(was, edition) ? [] : [edition]
  })
  const added = theirs.filter(({ id }) => find(base, id) === undefined)
  if (added.length > 0) changed.push('新添的版本')
  if (base.some((was) => isRemovedOnly(was, find(mine, was.id), find(theirs, was.id))))
    contested.push('移除的版本（那边改过它）')
  const merged = inOrder([...retained, ...added], { base, mine, theirs })
  if (!isSame(merged, [...retained, ...added])) changed.push('版本的次序')
  return { merged, changed, contested }
}

/** Returns whether this editor removed an edition that the other editor changed. */
function isRemovedOnly(was: EditionForm, mine: EditionForm | undefined, theirs: EditionForm | undefined): boolean {
  return mine === undefined && theirs !== undefined && !isSame(was, theirs)
}

function mergeEdition(was: EditionForm, mine: EditionForm, theirs: EditionForm, at: number): Merged<EditionForm> {
  const { merged, changed, contested } = mergeForms(was, mine, theirs)
  const labelOf = (field: keyof EditionForm) =>
    `第 ${at + 1} 个版本的${editionFields.find(({ name }) => name === field)?.label.replace(/（.*/, '') ?? '封面'}`
  return {
    merged,
    changed: changed.map(labelOf),
    contested: contested.map((field) => labelOf(field) + valueText(field, theirs[field])),
  }
}

type Versions = Record<'base' | 'mine' | 'theirs', EditionForm[]>

/** Puts the merged editions into the other editor's order, unless this editor changed the order. */
function inOrder(editions: EditionForm[], { base, mine, theirs }: Versions): EditionForm[] {
  const order = (list: EditionForm[], among: EditionForm[]) =>
    list.map(({ key }) => key).filter((key) => among.some((one) => one.key === key))
  if (!isSame(order(base, mine), order(mine, base))) return editions
  const rank = ({ key }: EditionForm) => {
    const at = theirs.findIndex((one) => one.key === key)
    return at === -1 ? Infinity : at
  }
  return editions.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)))
}

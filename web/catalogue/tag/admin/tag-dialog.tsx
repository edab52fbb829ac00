import { useId, useState } from 'react'
import type { TagAdminRow } from '#shared/api/tag/tag-admin.ts'
import type { TagKind } from '#shared/api/tag/tag.ts'
import { reportEdit } from '#web/frame/admin/last-edit-store.ts'
import { MergeInto } from '#web/frame/admin/merge-into.tsx'
import { AdminDialogEnd } from '#web/frame/admin/admin-dialog-end.tsx'
import { RestoredNotice } from '#web/frame/admin/restored-notice.tsx'
import { useEditedForm } from '#web/frame/admin/use-edited-form.ts'
import { useForm } from '#web/ui/use-form.ts'
import { api } from '#web/frame/session/session.ts'
import { AskDialog, useCloseDialog } from '#web/ui/ask-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { tagKindNames } from '#web/catalogue/tag/tag-words.ts'

interface TagDialogProps {
  /** The tag that the editor edits; null for a new tag. */
  tag: TagAdminRow | null
  /** All tags, from which the editor chooses one to merge with. */
  tags: TagAdminRow[]
  onDone: () => void
  onClose: () => void
}

/** Dialog that edits a tag's name, kind and position, or merges the tag into another one. */
export function TagDialog({ tag, tags, onDone, onClose }: TagDialogProps) {
  return (
    <AskDialog heading={tag === null ? '添加标签' : `标签「${tag.name}」`} onClose={onClose}>
      <TagForm tag={tag} onDone={onDone} />
      {tag !== null && <MergeTag tag={tag} tags={tags} onDone={onDone} />}
    </AskDialog>
  )
}

interface TagValues {
  name: string
  kind: TagKind
  position: string
}

/** React hook that returns the values of the form for a tag, and functions that change, save and remove the tag. */
function useEditedTag(tag: TagAdminRow | null, onSaved: (done: string, auditId: string) => void) {
  const { base, values, change, finishEditing, discard } = useEditedForm<TagValues>(`tag ${tag?.id ?? 'new'}`, {
    version: tag?.version ?? '',
    form: { name: tag?.name ?? '', kind: tag?.kind ?? 'subject', position: String(tag?.position ?? '') },
  })
  const { name, kind, position } = values
  const finish = (done: string, auditId: string) => {
    finishEditing()
    onSaved(done, auditId)
  }
  const save = async () => {
    const { auditId } =
      tag === null
        ? await api.tag.create({ name, kind })
        : await api.tag.update({ id: tag.id, version: base.version, name, kind, position: Number(position) })
    finish(tag === null ? `加了标签「${name}」` : `标签「${name}」已保存`, auditId)
  }
  const remove = async ({ id, name }: TagAdminRow) =>
    finish(`移除了标签「${name}」`, (await api.tag.remove({ id })).auditId)
  return { values, change, discard, save, remove }
}

function TagForm({ tag, onDone }: Pick<TagDialogProps, 'tag' | 'onDone'>) {
  const close = useCloseDialog()
  const { values, change, discard, save, remove } = useEditedTag(tag, (done, auditId) => {
    reportEdit(done, { auditId })
    onDone()
    close()
  })
  const { name, kind, position } = values
  const { form, isBusy, message, errors, run } = useForm(save, { hasSummary: true })
  return (
    <form className="form admin-form" noValidate {...form}>
      <RestoredNotice discard={discard} />
      <Field
        label="名字"
        name="name"
        value={name}
        maxLength={12}
        error={errors['name']}
        autoComplete="off"
        onChange={({ target }) => change({ name: target.value })}
      />
      <KindSelect kind={kind} onChange={(kind) => change({ kind })} />
      {tag !== null && (
        <Field
          label="次序（小的在前）"
          name="position"
          inputMode="numeric"
          value={position}
          error={errors['position']}
          onChange={({ target }) => change({ position: target.value.replace(/\D/g, '') })}
        />
      )}
      <AdminDialogEnd message={message} isBusy={isBusy}>
        {tag !== null && tag.count === 0 && (
          <button
            type="button"
            className="button button-quiet"
            disabled={isBusy}
            onClick={() => void run(() => remove(tag))}
          >
            移除
          </button>
        )}
      </AdminDialogEnd>
    </form>
  )
}

function KindSelect({ kind, onChange }: { kind: TagKind; onChange: (kind: TagKind) => void }) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>种类</label>
      <select id={id} value={kind} onChange={({ target }) => onChange(target.value as TagKind)}>
        {Object.entries(tagKindNames).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}

function MergeTag({ tag, tags, onDone }: { tag: TagAdminRow; tags: TagAdminRow[]; onDone: () => void }) {
  const id = useId()
  const [winnerId, setWinnerId] = useState('')
  const winner = tags.find((one) => one.id === winnerId)
  return (
    <MergeInto loser={tag} winner={winner} unchosen="合并" merge={api.tag.merge} onDone={onDone}>
      <div className="field">
        <label htmlFor={id}>并到另一个标签（{tag.count} 本书跟过去，旧名字仍能找到）</label>
        <select id={id} value={winnerId} onChange={({ target }) => setWinnerId(target.value)}>
          <option value="">选一个</option>
          {tags
            .filter((one) => one.id !== tag.id)
            .map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
        </select>
      </div>
    </MergeInto>
  )
}

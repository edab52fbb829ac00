import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Failure } from '#shared/api/failure.ts'
import type { EditedPerson, PersonOption } from '#shared/api/person/person-admin.ts'
import { AdminFormEnd } from '#web/frame/admin/admin-form-end.tsx'
import { reportEdit } from '#web/frame/admin/last-edit-store.ts'
import { describeMerge, saveOrMerge } from '#web/frame/admin/concurrent-edit.ts'
import { mergeForms } from '#web/frame/admin/merge-forms.ts'
import { RestoredNotice } from '#web/frame/admin/restored-notice.tsx'
import { useEditedForm } from '#web/frame/admin/use-edited-form.ts'
import { api } from '#web/frame/session/session.ts'
import { useForm } from '#web/ui/use-form.ts'
import { PersonFields } from './person-fields.tsx'
import { fieldLabels, hasOnlyYears, emptyPersonForm, personDraftOf, personFormOf } from './person-form-state.ts'
import { MergeSimilar, SimilarPeople } from './similar-people.tsx'

interface EditPersonFormProps {
  /** The person that the editor edits; null for a new person. */
  edited: EditedPerson | null
  onSaved: () => void
}

/**
 * Form with all fields of a person. If another editor has saved the person meanwhile, both versions are merged in the
 * form before it is saved again.
 */
export function EditPersonForm({ edited, onSaved }: EditPersonFormProps) {
  const { values, change, discard, save } = useEditedPerson(edited, onSaved)
  const { form, isBusy, message, errors } = useForm(save, { within: 'person', hasSummary: true })
  const [similar, setSimilar] = useState<PersonOption | null>(null)
  return (
    <>
      <form className="admin-form decision-form" noValidate {...form}>
        <RestoredNotice discard={discard} />
        <PersonFields form={values} errors={errors} change={change} />
        <SimilarPeople form={values} editedId={edited?.id ?? null} onMerge={setSimilar} />
        <AdminFormEnd message={message} isBusy={isBusy} listHref="/admin/person" />
      </form>
      {edited !== null && similar !== null && (
        <MergeSimilar loser={similar} winner={edited} onMerged={onSaved} onClose={() => setSimilar(null)} />
      )}
    </>
  )
}

/**
 * React hook that returns the values of the form for a person, a function that changes them, and one that saves them.
 */
function useEditedPerson(edited: EditedPerson | null, onSaved: () => void) {
  const navigate = useNavigate()
  const { base, values, change, rebase, finishEditing, discard } = useEditedForm(
    `person ${edited?.id ?? 'new'}`,
    () => ({
      version: edited?.version ?? '',
      form: edited === null ? emptyPersonForm : personFormOf(edited.person),
    }),
  )
  const mergeWithTheirs = async (id: string) => {
    const fresh = await api.person.inspect({ id })
    const theirs = personFormOf(fresh.person)
    const { merged, changed, contested } = mergeForms(base.form, values, theirs)
    rebase(fresh.version, theirs, merged)
    return describeMerge('这个人物', {
      name: fresh.lastEdit?.name,
      changed: changed.map((field) => fieldLabels[field]),
      contested: contested.map((field) => fieldLabels[field]),
    })
  }
  const update = async (id: string) => {
    const person = personDraftOf(values)
    const { auditId } = await api.person.update({ id, version: base.version, person })
    reportEdit(`「${person.name}」已保存`, { auditId })
    finishEditing()
    onSaved()
  }
  const create = async () => {
    const person = personDraftOf(values)
    const { id, auditId } = await api.person.create({ person })
    reportEdit(`加了「${person.name}」`, { auditId })
    finishEditing()
    await navigate(`/admin/person/${id}`)
  }
  const save = async () => {
    if (!hasOnlyYears(values)) throw new Failure('invalid', '年份请填数字；公元前写负数')
    if (edited === null) return create()
    await saveOrMerge(
      () => update(edited.id),
      () => mergeWithTheirs(edited.id),
    )
  }
  return { values, change, discard, save }
}

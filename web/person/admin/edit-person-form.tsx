import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Failure } from '#shared/api/failure.ts'
import type { EditedPerson, PersonOption } from '#shared/api/person/person-admin.ts'
import { AdminFormEnd } from '#web/admin/admin-form-end.tsx'
import { reportEdit } from '#web/admin/last-edit-store.ts'
import { mergeForms } from '#web/admin/merge-forms.ts'
import { api } from '#web/session/session.ts'
import { useForm, useFormValues } from '#web/ui/use-form.ts'
import { PersonFields } from './person-fields.tsx'
import {
  fieldLabels,
  hasOnlyYears,
  emptyPersonForm,
  personDraftOf,
  type PersonForm,
  personFormFrom,
} from './person-form-state.ts'
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
  const { values, change, save } = useEditedPerson(edited, onSaved)
  const { form, isBusy, message, errors } = useForm(save, { within: 'person', hasSummary: true })
  const [similar, setSimilar] = useState<PersonOption | null>(null)
  return (
    <>
      <form className="admin-form decision-form" noValidate {...form}>
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

/** React hook that returns the values of the form and the function that saves them. */
function useEditedPerson(edited: EditedPerson | null, onSaved: () => void) {
  const navigate = useNavigate()
  const start = edited === null ? emptyPersonForm : personFormFrom(edited.person)
  const [base, setBase] = useState({ version: edited?.version ?? '', form: start })
  const [values, change] = useFormValues(base.form)
  const mergeWithTheirs = async (id: string) => {
    const fresh = await api.person.inspect({ id })
    const theirs = personFormFrom(fresh.person)
    const { merged, changed, contested } = mergeForms(base.form, values, theirs)
    change(merged)
    setBase({ version: fresh.version, form: theirs })
    return describeMerge(fresh.lastEdit?.name, changed, contested)
  }
  const update = async (id: string) => {
    const person = personDraftOf(values)
    try {
      const { auditId } = await api.person.update({ id, version: base.version, person })
      reportEdit(`「${person.name}」改好了`, { auditId })
    } catch (error) {
      if (!isStale(error)) throw error
      const merge = await mergeWithTheirs(id).catch(() => undefined)
      throw merge === undefined ? error : new Failure('conflict', merge)
    }
    onSaved()
  }
  const create = async () => {
    const person = personDraftOf(values)
    const { id, auditId } = await api.person.create({ person })
    reportEdit(`加了「${person.name}」`, { auditId })
    await navigate(`/admin/person/${id}`)
  }
  const save = async () => {
    if (!hasOnlyYears(values)) throw new Failure('invalid', '年份请填数字；公元前写负数')
    await (edited === null ? create() : update(edited.id))
  }
  return { values, change, save }
}

/** Returns whether another editor saved the person after this form was opened. */
function isStale(error: unknown): boolean {
  return error instanceof Failure && error.data?.fields?.['version'] !== undefined
}

function describeMerge(name: string | undefined, changed: (keyof PersonForm)[], contested: (keyof PersonForm)[]) {
  const labels = (fields: (keyof PersonForm)[]) => fields.map((field) => fieldLabels[field]).join('、')
  const ofOne = changed.length > 0 ? `换成了新的：${labels(changed)}。` : ''
  const ofBoth = contested.length > 0 ? `你们都改了、还是你写的：${labels(contested)}。` : ''
  return `${name ?? '别人'}刚刚改过这个人物。${ofOne}${ofBoth}看好了，再保存一次。`
}

import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { EditedTour } from '#shared/api/place/tour-admin.ts'
import { AdminFormEnd } from '#web/frame/admin/admin-form-end.tsx'
import { movedBy } from '#web/frame/admin/moved-by.ts'
import { reportEdit } from '#web/frame/admin/last-edit-store.ts'
import { RestoredNotice } from '#web/frame/admin/restored-notice.tsx'
import { useEditedForm } from '#web/frame/admin/use-edited-form.ts'
import { useFormKeys } from '#web/frame/admin/use-form-keys.ts'
import { useForm } from '#web/ui/use-form.ts'
import { api } from '#web/frame/session/session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { StopFields } from './stop-fields.tsx'
import { requirePlaces, newStop, type StopForm, tourDraftOf, tourFormOf } from './tour-form-state.ts'

interface EditTourFormProps {
  /** The tour that the editor edits; null for a new tour. */
  edited: EditedTour | null
  onSaved: () => void
}

const fields = [
  { name: 'title', label: '名字（2–30 字）' },
  { name: 'desc', label: '介绍（20–100 字）' },
  { name: 'position', label: '次序（小的在前，第一条带新来的人走）' },
] as const

/** Form with the fields and stops of a tour; buttons and keys change the order of the stops. */
export function EditTourForm({ edited, onSaved }: EditTourFormProps) {
  const { values, change, discard, save } = useEditedTour(edited, onSaved)
  const { stops } = values
  const [isRemoving, setIsRemoving] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const { form, isBusy, message, errors } = useForm(save, { within: 'tour', hasSummary: true })
  useFormKeys(element, (at, step) => change({ stops: movedBy(stops, at, step) }))
  return (
    <>
      <form className="admin-form" noValidate ref={element} {...form}>
        <RestoredNotice discard={discard} />
        {fields.map(({ name, label }) => (
          <Field
            key={name}
            label={label}
            name={name}
            autoComplete="off"
            value={values[name]}
            error={errors[name]}
            onChange={({ target }) => change({ [name]: target.value })}
          />
        ))}
        <StopList stops={stops} errors={errors} onChange={(stops) => change({ stops })} />
        <AdminFormEnd message={message} isBusy={isBusy} listHref="/admin/tour">
          {edited !== null && (
            <button type="button" className="button button-quiet" onClick={() => setIsRemoving(true)}>
              移除这条漫游
            </button>
          )}
        </AdminFormEnd>
      </form>
      {isRemoving && edited !== null && (
        <RemoveTourDialog id={edited.id} title={values.title} onClose={() => setIsRemoving(false)} />
      )}
    </>
  )
}

/** React hook that returns the values of the form for a tour, a function that changes them, and one that saves them. */
function useEditedTour(edited: EditedTour | null, onSaved: () => void) {
  const navigate = useNavigate()
  const { base, values, change, finishEditing, discard } = useEditedForm(`tour ${edited?.id ?? 'new'}`, () => ({
    version: edited?.version ?? '',
    form: tourFormOf(edited),
  }))
  const save = async () => {
    requirePlaces(values.stops)
    const tour = tourDraftOf(values)
    if (edited === null) {
      const { id, auditId } = await api.tour.create({ tour })
      reportEdit(`加了「${tour.title}」`, { auditId })
      finishEditing()
      await navigate(`/admin/tour/${id}`)
      return
    }
    const { auditId } = await api.tour.update({ id: edited.id, version: base.version, tour })
    reportEdit(`「${tour.title}」已保存`, { auditId })
    finishEditing()
    onSaved()
  }
  return { values, change, discard, save }
}

interface StopListProps {
  stops: StopForm[]
  errors: Record<string, string>
  onChange: (stops: StopForm[]) => void
}

function StopList({ stops, errors, onChange }: StopListProps) {
  return (
    <>
      <ol className="tour-stops">
        {stops.map((stop, at) => (
          <StopFields
            key={stop.key}
            stop={stop}
            at={at}
            count={stops.length}
            errors={errors}
            onChange={(changed) => onChange(stops.with(at, changed))}
            onMove={(step) => onChange(movedBy(stops, at, step))}
            onRemove={() => onChange(stops.toSpliced(at, 1))}
          />
        ))}
      </ol>
      <p>
        <button type="button" className="button button-quiet" onClick={() => onChange([...stops, newStop()])}>
          再加一站
        </button>
      </p>
    </>
  )
}

interface RemoveTourDialogProps {
  id: string
  title: string
  onClose: () => void
}

function RemoveTourDialog({ id, title, onClose }: RemoveTourDialogProps) {
  const navigate = useNavigate()
  const remove = async () => {
    const { auditId } = await api.tour.remove({ id })
    reportEdit(`移除了「${title}」`, { auditId, href: `/admin/tour/${id}` })
    await navigate('/admin/tour')
  }
  return (
    <ConfirmDialog heading={`移除「${title}」？`} confirm="移除" act={remove} onClose={onClose}>
      它会从地图上消失；可以撤销。
    </ConfirmDialog>
  )
}

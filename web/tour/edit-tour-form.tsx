import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { EditedTour } from '#shared/api/place/tour-admin.ts'
import { AdminFormEnd } from '#web/admin/admin-form-end.tsx'
import { reportDone } from '#web/admin/done-store.ts'
import { useFormKeys } from '#web/admin/use-form-keys.ts'
import { useSaving } from '#web/admin/use-saving.ts'
import { api } from '#web/session/session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { StopFields } from './stop-fields.tsx'
import { requirePlaces, movedBy, newStop, type TourForm, tourDraftOf, tourFormOf } from './tour-form-state.ts'

interface EditTourFormProps {
  /** Null for a new one. */
  edited: EditedTour | null
  onSaved: () => void
}

const fields = [
  { name: 'title', label: '名字（2–30 字）' },
  { name: 'desc', label: '介绍（20–100 字）' },
  { name: 'position', label: '次序（小的在前，第一条带新来的人走）' },
] as const

/** A tour and its stops, in an order that buttons and keys change. */
export function EditTourForm({ edited, onSaved }: EditTourFormProps) {
  const navigate = useNavigate()
  const [form, setForm] = useState(() => tourFormOf(edited))
  const [isRemoving, setIsRemoving] = useState(false)
  const { isBusy, message, errors, save } = useSaving()
  const change = (changed: Partial<TourForm>) => setForm((current) => ({ ...current, ...changed }))
  const { stops } = form
  const send = () =>
    void save(async () => {
      requirePlaces(stops)
      const tour = tourDraftOf(form)
      if (edited === null) {
        const { id, auditId } = await api.tour.create({ tour })
        reportDone(`加了「${tour.title}」`, { auditId })
        await navigate(`/admin/tour/${id}`)
        return
      }
      const { auditId } = await api.tour.update({ id: edited.id, version: edited.version, tour })
      reportDone(`「${tour.title}」改好了`, { auditId })
      onSaved()
    })
  const remove = async (id: string) => {
    const { auditId } = await api.tour.remove({ id })
    reportDone(`移走了「${form.title}」`, { auditId, href: `/admin/tour/${id}` })
    await navigate('/admin/tour')
  }
  useFormKeys(send, (at, step) => change({ stops: movedBy(stops, at, step) }))
  return (
    <>
      <form
        className="admin-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        {fields.map(({ name, label }) => (
          <Field
            key={name}
            label={label}
            name={name}
            autoComplete="off"
            value={form[name]}
            error={errors[name]}
            onChange={({ target }) => change({ [name]: target.value })}
          />
        ))}
        <ol className="tour-stops">
          {stops.map((stop, at) => (
            <StopFields
              key={stop.key}
              stop={stop}
              at={at}
              count={stops.length}
              errors={errors}
              onChange={(changed) => change({ stops: stops.map((one) => (one === stop ? changed : one)) })}
              onMove={(step) => change({ stops: movedBy(stops, at, step) })}
              onRemove={() => change({ stops: stops.filter((one) => one !== stop) })}
            />
          ))}
        </ol>
        <p>
          <button
            type="button"
            className="button button-quiet"
            onClick={() => change({ stops: [...stops, newStop()] })}
          >
            再加一站
          </button>
        </p>
        <AdminFormEnd message={message} isBusy={isBusy} listHref="/admin/tour">
          {edited !== null && (
            <button type="button" className="button button-quiet" onClick={() => setIsRemoving(true)}>
              移走这条漫游
            </button>
          )}
        </AdminFormEnd>
      </form>
      {isRemoving && edited !== null && (
        <ConfirmDialog
          heading={`移走「${form.title}」？`}
          confirm="移走"
          act={() => remove(edited.id)}
          onClose={() => setIsRemoving(false)}
        >
          它会从地图上消失；可以撤销。
        </ConfirmDialog>
      )}
    </>
  )
}

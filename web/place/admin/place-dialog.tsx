import { useState } from 'react'
import { Failure } from '#shared/api/failure.ts'
import type { PlaceAdminRow } from '#shared/api/place/place-admin.ts'
import { reportEdit } from '#web/admin/last-edit-store.ts'
import { AdminDialogEnd } from '#web/admin/admin-dialog-end.tsx'
import { RegionSelect } from '#web/place/region-select.tsx'
import { regionOfLine } from './region-of-line.ts'
import { api } from '#web/session/session.ts'
import { AskDialog, useCloseDialog } from '#web/ui/ask-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { useForm, useFormValues } from '#web/ui/use-form.ts'
import { PointOnMap } from '#web/place/point-on-map.tsx'
import { MergePlace } from './merge-place.tsx'
import { namesByKind, type NamesByKind, placeNameKinds, readNames } from './place-names.ts'

const coordinates = [
  { label: '经度', field: 'lng' },
  { label: '纬度', field: 'lat' },
] as const

interface PlaceDialogProps {
  place: PlaceAdminRow
  onDone: () => void
  onClose: () => void
}

/** Dialog that edits, merges or deletes a place. */
export function PlaceDialog({ place, onDone, onClose }: PlaceDialogProps) {
  return (
    <AskDialog heading={`「${place.name}」`} onClose={onClose}>
      <PlaceForm place={place} onDone={onDone} />
      <MergePlace place={place} onDone={onDone} />
    </AskDialog>
  )
}

function PlaceForm({ place, onDone }: Pick<PlaceDialogProps, 'place' | 'onDone'>) {
  const close = useCloseDialog()
  const [values, change] = useFormValues({
    name: place.name,
    lng: String(place.lng),
    lat: String(place.lat),
    region: regionOfLine(place),
    ...namesByKind(place.names),
  })
  const [isMapOpen, setIsMapOpen] = useState(false)
  const { name, lng, lat, region } = values
  const names = placeNameKinds.flatMap(({ kind }) => readNames(values[kind]).map((one) => ({ name: one, kind })))
  const finish = (done: string, auditId: string) => {
    reportEdit(done, { auditId })
    onDone()
    close()
  }
  const save = async () => {
    if (region === null) throw new Failure('invalid', '请选它在哪个省份或国家')
    const { id, version } = place
    const { auditId } = await api.place.update({ id, version, name, lng: Number(lng), lat: Number(lat), region, names })
    finish(`「${name}」改好了`, auditId)
  }
  const { form, isBusy, message, errors, run } = useForm(save, { hasSummary: true })
  const remove = async () => finish(`移走了「${place.name}」`, (await api.place.remove({ id: place.id })).auditId)
  return (
    <form className="form admin-form" noValidate {...form}>
      <Field
        label="名字"
        name="name"
        value={name}
        maxLength={30}
        autoComplete="off"
        error={errors['name']}
        onChange={({ target }) => change({ name: target.value })}
      />
      <NameFields values={values} errors={errors} onChange={change} />
      <CoordinateFields values={values} errors={errors} onChange={change} />
      <RegionSelect place={name} region={region} onChange={(region) => change({ region })} />
      <PointOnMap
        isOpen={isMapOpen}
        onToggle={setIsMapOpen}
        onPick={(point) => {
          change({ lng: String(point.lng), lat: String(point.lat) })
          setIsMapOpen(false)
        }}
      />
      <AdminDialogEnd message={message} isBusy={isBusy}>
        {place.countBooks === 0 && (
          <button type="button" className="button button-quiet" disabled={isBusy} onClick={() => void run(remove)}>
            移走
          </button>
        )}
      </AdminDialogEnd>
    </form>
  )
}

interface NameFieldsProps {
  values: NamesByKind
  errors: Record<string, string>
  onChange: (changed: Partial<NamesByKind>) => void
}

function NameFields({ values, errors, onChange }: NameFieldsProps) {
  return (
    <>
      {placeNameKinds.map(({ kind, label }) => (
        <Field
          key={kind}
          label={`${label}（用顿号隔开）`}
          name={kind}
          value={values[kind]}
          autoComplete="off"
          error={kind === 'old' ? errors['names'] : undefined}
          onChange={({ target }) => onChange({ [kind]: target.value })}
        />
      ))}
    </>
  )
}

interface CoordinateFieldsProps {
  values: { lng: string; lat: string }
  errors: Record<string, string>
  onChange: (changed: { lng?: string; lat?: string }) => void
}

function CoordinateFields({ values, errors, onChange }: CoordinateFieldsProps) {
  return (
    <div className="admin-fields">
      {coordinates.map(({ label, field }) => (
        <Field
          key={field}
          label={label}
          name={field}
          inputMode="decimal"
          value={values[field]}
          error={errors[field]}
          onChange={({ target }) => onChange({ [field]: target.value })}
        />
      ))}
    </div>
  )
}

import { useState } from 'react'
import { Failure } from '#shared/api/failure.ts'
import type { PlaceAdminRow } from '#shared/api/place/place-admin.ts'
import type { RegionCode } from '#shared/api/place/place-draft.ts'
import { reportEdit } from '#web/admin/last-edit-store.ts'
import { AdminDialogEnd } from '#web/admin/admin-dialog-end.tsx'
import { RegionSelect } from '#web/place/region-select.tsx'
import { regionOfRow } from './region-of-row.ts'
import { api } from '#web/session/session.ts'
import { AskDialog, useCloseDialog } from '#web/ui/ask-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { useForm, useFormValues } from '#web/ui/use-form.ts'
import { placeNameKinds } from '#web/place/page/place-words.ts'
import { PointOnMap } from '#web/place/point-on-map.tsx'
import { MergePlace } from './merge-place.tsx'
import { kindsOfNames, namesByKind, type NamesByKind, readNames } from './place-names.ts'

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
    region: regionOfRow(place),
    ...namesByKind(place.names),
  })
  const { name, lng, lat, region } = values
  const finish = (done: string, auditId: string) => {
    reportEdit(done, { auditId })
    onDone()
    close()
  }
  const save = async () => {
    if (region === null) throw new Failure('invalid', '请选它在哪个省份或国家')
    const { id, version } = place
    const { auditId } = await api.place.update({
      id,
      version,
      name,
      lng: Number(lng),
      lat: Number(lat),
      region,
      names: readNames(values),
    })
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
      <LocationFields values={values} errors={errors} onChange={change} />
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
      {kindsOfNames.map((kind) => (
        <Field
          key={kind}
          label={`${placeNameKinds[kind]}（用顿号隔开）`}
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

interface Location {
  lng: string
  lat: string
  region: RegionCode | null
}

interface LocationFieldsProps {
  values: Location & { name: string }
  errors: Record<string, string>
  onChange: (changed: Partial<Location>) => void
}

/** The coordinates of the place, its region, and a map on which the editor can choose another point. */
function LocationFields({ values: { name, region, ...point }, errors, onChange }: LocationFieldsProps) {
  const [isMapOpen, setIsMapOpen] = useState(false)
  return (
    <>
      <div className="admin-fields">
        {coordinates.map(({ label, field }) => (
          <Field
            key={field}
            label={label}
            name={field}
            inputMode="decimal"
            value={point[field]}
            error={errors[field]}
            onChange={({ target }) => onChange({ [field]: target.value })}
          />
        ))}
      </div>
      <RegionSelect place={name} region={region} onChange={(region) => onChange({ region })} />
      <PointOnMap
        isOpen={isMapOpen}
        onToggle={setIsMapOpen}
        onPick={({ lng, lat }) => {
          onChange({ lng: String(lng), lat: String(lat) })
          setIsMapOpen(false)
        }}
      />
    </>
  )
}

import { Suspense, useState } from 'react'
import type { PlaceAdminRow } from '#shared/api/place/place-admin.ts'
import type { NamedPlace } from '#shared/api/place/place.ts'
import { reportDone } from '#web/admin/done-store.ts'
import { useSaving } from '#web/admin/use-saving.ts'
import { RegionSelect } from '#web/place/region-select.tsx'
import { regionOfLine } from './region-of-line.ts'
import { api } from '#web/session/session.ts'
import { AskDialog, useCloseDialog } from '#web/ui/ask-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { lazyPart } from '#web/page/lazy-part.ts'
import { MergePlace } from './merge-place.tsx'
import '#web/place/place-picker.css'

const PointPicker = lazyPart(async () => (await import('#web/map/picker/point-picker.tsx')).PointPicker)

interface PlaceDialogProps {
  place: PlaceAdminRow
  onDone: () => void
  onClose: () => void
}

/** One place: what it is called, where it is, or another in its place. */
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
  const [name, setName] = useState(place.name)
  const [[lng, lat], setSpot] = useState([String(place.lng), String(place.lat)])
  const [region, setRegion] = useState(regionOfLine(place))
  const [isMapOpen, setIsMapOpen] = useState(false)
  const { isBusy, message, errors, save, setMessage } = useSaving()
  const finish = (said: string, auditId: string) => {
    reportDone(said, { auditId })
    onDone()
    close()
  }
  const take = (point: NamedPlace) => {
    setSpot([String(point.lng), String(point.lat)])
    setIsMapOpen(false)
  }
  const send = () => {
    if (region === null) return setMessage('请选它在哪个省份或国家')
    return void save(async () => {
      const { id, version } = place
      const { auditId } = await api.place.update({ id, version, name, lng: Number(lng), lat: Number(lat), region })
      finish(`「${name}」改好了`, auditId)
    })
  }
  return (
    <form
      className="form admin-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Field
        label="名字"
        name="name"
        value={name}
        maxLength={30}
        autoComplete="off"
        error={errors['name']}
        onChange={({ target }) => setName(target.value)}
      />
      <div className="admin-fields">
        <Field
          label="经度"
          name="lng"
          inputMode="decimal"
          value={lng ?? ''}
          error={errors['lng']}
          onChange={({ target }) => setSpot([target.value, lat ?? ''])}
        />
        <Field
          label="纬度"
          name="lat"
          inputMode="decimal"
          value={lat ?? ''}
          error={errors['lat']}
          onChange={({ target }) => setSpot([lng ?? '', target.value])}
        />
      </div>
      <RegionSelect place={name} region={region} onChange={setRegion} />
      <button
        type="button"
        className="button button-quiet"
        aria-expanded={isMapOpen}
        onClick={() => setIsMapOpen(!isMapOpen)}
      >
        {isMapOpen ? '收起地图' : '在地图上选'}
      </button>
      {isMapOpen && (
        <Suspense fallback={<p className="point-picker-room">正在打开地图……</p>}>
          <PointPicker onPick={take} />
        </Suspense>
      )}
      {message && (
        <p className="form-message" role="alert">
          {message}
        </p>
      )}
      <div className="ask-dialog-buttons">
        {place.countBooks === 0 && (
          <button
            type="button"
            className="button button-quiet"
            disabled={isBusy}
            onClick={() =>
              void save(async () =>
                finish(`移走了「${place.name}」`, (await api.place.remove({ id: place.id })).auditId),
              )
            }
          >
            移走
          </button>
        )}
        <button type="submit" className="button" aria-disabled={isBusy}>
          保存
        </button>
      </div>
    </form>
  )
}

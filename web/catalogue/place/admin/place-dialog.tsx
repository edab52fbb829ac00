import { useState } from 'react'
import type { PlaceAdminRow } from '#shared/api/place/place-admin.ts'
import { describeMerge, saveOrMerge } from '#web/frame/admin/concurrent-edit.ts'
import { reportEdit } from '#web/frame/admin/last-edit-store.ts'
import { AdminDialogEnd } from '#web/frame/admin/admin-dialog-end.tsx'
import { mergeForms } from '#web/frame/admin/merge-forms.ts'
import { RestoredNotice } from '#web/frame/admin/restored-notice.tsx'
import { type UnsavedForm, useEditedForm } from '#web/frame/admin/use-edited-form.ts'
import { RegionSelect, regionNamed } from '#web/catalogue/place/region-select.tsx'
import { api } from '#web/frame/session/session.ts'
import { AskDialog, useCloseDialog } from '#web/ui/ask-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { useForm } from '#web/ui/use-form.ts'
import { placeNameKinds } from '#web/catalogue/place/page/place-words.ts'
import { PointOnMap } from '#web/catalogue/place/point-on-map.tsx'
import { placeDraftOf, type PlaceForm, placeFormOf, placeLabels } from './place-form-state.ts'
import { kindsOfNames, type NamesByKind } from './place-names.ts'
import { MergeInto } from '#web/frame/admin/merge-into.tsx'
import { Finder } from '#web/ui/finder.tsx'

interface MergePlaceProps {
  place: PlaceAdminRow
  onDone: () => void
}

const coordinates = [
  { label: '经度', field: 'lng' },
  { label: '纬度', field: 'lat' },
] as const

interface PlaceDialogProps {
  /** The place that the editor edits; null for a new place. */
  place: PlaceAdminRow | null
  onDone: () => void
  onClose: () => void
}

/** Common prefix of the names under which the browser stores the unsaved values of place forms. */
export const placeFormName = 'place'
export type UnsavedPlace = UnsavedForm<PlaceForm, PlaceAdminRow | null>

/** Dialog that adds a place, or edits, merges or deletes one. */
export function PlaceDialog({ place, onDone, onClose }: PlaceDialogProps) {
  return (
    <AskDialog heading={place === null ? '添加地方' : `「${place.name}」`} onClose={onClose}>
      <PlaceFields place={place} onDone={onDone} />
      {place !== null && <MergePlace place={place} onDone={onDone} />}
    </AskDialog>
  )
}

/**
 * React hook that returns the values of the form for a place, and a function that saves them. If another editor has
 * saved the place meanwhile, both versions are merged in the form before it is saved again.
 */
function useEditedPlace(place: PlaceAdminRow | null, onSaved: (done: string, auditId: string) => void) {
  const loaded = { version: place?.version ?? '', form: placeFormOf(place) }
  const { base, values, change, rebase, finishEditing, discard } = useEditedForm(
    `${placeFormName} ${place?.id ?? 'new'}`,
    loaded,
    place,
  )
  const mergeWithTheirs = async (id: string) => {
    const [fresh] = (await api.place.adminList({ query: id })).list
    if (fresh === undefined) return '这处地方刚刚被移除或合并了，你写的还在，没有保存。'
    const theirs = placeFormOf(fresh)
    const { merged, changed, contested } = mergeForms(base.form, values, theirs)
    rebase(fresh.version, theirs, merged)
    return describeMerge('这处地方', {
      name: undefined,
      changed: changed.map((field) => placeLabels[field]),
      contested: contested.map((field) => placeLabels[field]),
    })
  }
  const save = async () => {
    const draft = placeDraftOf(values, base.form)
    if (place === null) {
      const { auditId } = await api.place.create(draft)
      finishEditing()
      return onSaved(`加了「${draft.name}」`, auditId)
    }
    const update = async () => {
      const { auditId } = await api.place.update({ id: place.id, version: base.version, ...draft })
      finishEditing()
      onSaved(`「${draft.name}」已保存`, auditId)
    }
    return saveOrMerge(update, () => mergeWithTheirs(place.id))
  }
  return { values, change, finishEditing, discard, save }
}

function PlaceFields({ place, onDone }: Pick<PlaceDialogProps, 'place' | 'onDone'>) {
  const close = useCloseDialog()
  const finish = (done: string, auditId: string) => {
    reportEdit(done, { auditId })
    onDone()
    close()
  }
  const { values, change, finishEditing, discard, save } = useEditedPlace(place, finish)
  const { form, isBusy, message, errors, run } = useForm(save, { hasSummary: true })
  const remove = async ({ id, name }: PlaceAdminRow) => {
    const { auditId } = await api.place.remove({ id })
    finishEditing()
    finish(`移除了「${name}」`, auditId)
  }
  return (
    <form className="form admin-form" noValidate {...form}>
      <RestoredNotice discard={discard} />
      <Field
        label="名字"
        name="name"
        value={values.name}
        maxLength={30}
        autoComplete="off"
        error={errors['name']}
        onChange={({ target }) => change({ name: target.value })}
      />
      <NameFields values={values} errors={errors} onChange={change} />
      <LocationFields values={values} errors={errors} onChange={change} />
      <AdminDialogEnd message={message} isBusy={isBusy}>
        {place !== null && place.countBooks === 0 && (
          <button
            type="button"
            className="button button-quiet"
            disabled={isBusy}
            onClick={() => void run(() => remove(place))}
          >
            移除
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

interface LocationFieldsProps {
  values: PlaceForm
  errors: Record<string, string>
  onChange: (changed: Partial<PlaceForm>) => void
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
      <RegionSelect place={name || '新地方'} region={region} onChange={(region) => onChange({ region })} />
      <PointOnMap
        isOpen={isMapOpen}
        onToggle={setIsMapOpen}
        onPick={(picked) => {
          const known = region === null ? { region: regionNamed(picked.region) } : {}
          onChange({ lng: String(picked.lng), lat: String(picked.lat), ...known })
          setIsMapOpen(false)
        }}
      />
    </>
  )
}

/** Form that merges the place that an editor has opened into another place, which the editor chooses. */
function MergePlace({ place, onDone }: MergePlaceProps) {
  const [winner, setWinner] = useState<PlaceAdminRow>()
  const findOthers = async (query: string, signal: AbortSignal) =>
    (await api.place.adminList({ query, limit: 8 }, signal)).list.filter(({ id }) => id !== place.id)
  return (
    <MergeInto loser={place} winner={winner} unchosen="先选留下哪一处" merge={api.place.merge} onDone={onDone}>
      <Finder
        label="并到另一处（这里的书和视频都跟过去）"
        placeholder="名字的一部分"
        ask={findOthers}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        noteOf={({ region }) => region}
        onPick={setWinner}
      />
    </MergeInto>
  )
}

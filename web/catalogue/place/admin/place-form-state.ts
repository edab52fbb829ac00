import { Failure } from '#shared/api/failure.ts'
import type { PlaceAdminRow } from '#shared/api/place/place-admin.ts'
import type { RegionCode } from '#shared/api/place/place-draft.ts'
import { isSame } from '#web/frame/admin/merge-forms.ts'
import { placeNameKinds } from '#web/catalogue/place/page/place-words.ts'
import { fieldText, numberOrNull } from '#web/ui/form-text.ts'
import { namesByKind, type NamesByKind, readNames } from './place-names.ts'
import { provinces } from '#shared/province.ts'

/** The state of the form for a place. The coordinates are the typed text until the form is submitted. */
export interface PlaceForm extends NamesByKind {
  name: string
  lng: string
  lat: string
  region: RegionCode | null
}

/** Returns the state of the form for a stored place, or for a new one. */
export function placeFormOf(place: PlaceAdminRow | null): PlaceForm {
  const names = namesByKind(place?.names ?? [])
  if (place === null) return { name: '', lng: '', lat: '', region: null, ...names }
  const { name, lng, lat } = place
  return { name, lng: fieldText(lng), lat: fieldText(lat), region: regionOfRow(place), ...names }
}

/**
 * Converts the state of the form to the input of the API call that saves the place. Further names that are the same as
 * in `base` are left out, so that their stored order, in which kinds may be mixed, is not changed. Throws `invalid` if
 * a coordinate is not a number or the region is missing.
 */
export function placeDraftOf({ name, region, ...form }: PlaceForm, base: PlaceForm) {
  const [lng, lat] = [readDegrees('lng', form.lng), readDegrees('lat', form.lat)]
  if (region === null) throw new Failure('invalid', '请选它在哪个省份或国家')
  const isUnchanged = isSame(readNames(form), readNames(base))
  return { name, lng, lat, region, ...(isUnchanged ? {} : { names: readNames(form) }) }
}

function readDegrees(field: 'lng' | 'lat', text: string): number {
  const degrees = numberOrNull(text)
  if (degrees !== null && Number.isFinite(degrees)) return degrees
  throw new Failure('invalid', '经度和纬度请填数字', { fields: { [field]: '请填数字' } })
}

/** The Chinese labels of the form's fields, for messages about concurrent changes. */
export const placeLabels: Record<keyof PlaceForm, string> = {
  name: '名字',
  lng: '经度',
  lat: '纬度',
  region: '在哪里',
  ...placeNameKinds,
}

/** Returns the region of a place as an option of the select field for regions, or null if no option matches. */
function regionOfRow({ country, province }: PlaceAdminRow): RegionCode | null {
  const known = provinces.find((one) => one === province) ?? null
  return country === 'CN' && known === null ? null : { country, province: known }
}

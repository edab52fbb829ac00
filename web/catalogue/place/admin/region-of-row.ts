import type { RegionCode } from '#shared/api/place/place-draft.ts'
import type { PlaceAdminRow } from '#shared/api/place/place-admin.ts'
import { provinces } from '#shared/province.ts'

/** Returns the region of a place as an option of the select field for regions, or null if no option matches. */
export function regionOfRow({ country, province }: PlaceAdminRow): RegionCode | null {
  const known = provinces.find((one) => one === province) ?? null
  return country === 'CN' && known === null ? null : { country, province: known }
}

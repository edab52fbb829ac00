import type { RegionCode } from '#shared/api/place/place-draft.ts'
import { continents } from '#shared/continent.ts'
import { countriesOf, countryName } from '#shared/country.ts'
import { provinces } from '#shared/province.ts'

interface RegionSelectProps {
  place: string
  region: RegionCode | null
  onChange: (region: RegionCode | null) => void
}

/** Select field for the region of a new place, a Chinese province or another country. */
export function RegionSelect({ place, region, onChange }: RegionSelectProps) {
  return (
    <select
      aria-label={`${place}在哪里`}
      value={region === null ? '' : valueOf(region)}
      onChange={({ target: { value } }) => onChange(value === '' ? null : regionAt(value))}
    >
      <option value="">在哪里？</option>
      <option value={withoutCountry}>归属有争议，不标国家</option>
      <optgroup label="中国">
        {provinces.map((province) => (
          <option key={province} value={valueOf({ country: 'CN', province })}>
            {province}
          </option>
        ))}
      </optgroup>
      {continents.slice(1).map((continent) => (
        <optgroup key={continent} label={continent}>
          {countriesOf[continent].split(' ').map((country) => (
            <option key={country} value={country}>
              {countryName(country)}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  )
}

const withoutCountry = 'none'

function valueOf({ country, province }: RegionCode) {
  if (country === null) return withoutCountry
  return province === null ? country : `${country} ${province}`
}

function regionAt(value: string): RegionCode {
  if (value === withoutCountry) return { country: null, province: null }
  const [country = '', province = null] = value.split(' ')
  return { country, province }
}

/**
 * Returns the region with the Chinese name `name`, which is a country or a Chinese province. Returns null for an
 * unknown name.
 */
export function regionNamed(name: string): RegionCode | null {
  if (provinces.includes(name)) return { country: 'CN', province: name }
  const codes = continents.slice(1).flatMap((continent) => countriesOf[continent].split(' '))
  const country = codes.find((code) => countryName(code) === name)
  return country === undefined ? null : { country, province: null }
}

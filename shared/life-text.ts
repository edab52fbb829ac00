/** Returns a year in words; years before the common era are negative. */
export const yearText = (year: number) => (year < 0 ? `公元前 ${-year}` : String(year))

interface LifeYear {
  year: number
  circa: boolean
}

function lifeYearText({ year, circa }: LifeYear): string {
  if (!circa) return yearText(year)
  // A space separates a Chinese character from a digit, but not two Chinese characters.
  return year < 0 ? `约${yearText(year)}` : `约 ${yearText(year)}`
}

/** Returns the years of a life in words, such as 1902—1988; null when neither year is known. */
export function lifeText({ born, died }: { born: LifeYear | null; died: LifeYear | null }): string | null {
  if (born === null && died === null) return null
  if (died === null) return born && `${lifeYearText(born)} 年生`
  return born === null ? `${lifeYearText(died)} 年去世` : `${lifeYearText(born)}—${lifeYearText(died)}`
}

/** Returns a range of years in words, such as 1938—1946 年. */
export function yearsText(from: number, to: number): string {
  return from === to ? `${yearText(from)} 年` : `${yearText(from)}—${yearText(to)} 年`
}

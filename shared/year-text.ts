/** Returns a year in words, such as 1902 年 or 公元前 221 年; years before the common era are negative. */
export const yearText = (year: number) => `${bareYear(year)} 年`

/** Returns a range of years in words, such as 1938—1946 年 or 公元前 770—前 256 年. */
export function yearsText(from: number, to: number): string {
  return from === to ? yearText(from) : `${bareYear(from)}—${endOfRange(from, to)} 年`
}

/** Returns a century in words; centuries before the common era are negative. */
export const centuryText = (century: number) => (century < 0 ? `公元前 ${-century} 世纪` : `${century} 世纪`)

/** Returns a century without its unit, for the axes of charts, which have no space for more. */
export const shortCenturyText = (century: number) => (century < 0 ? `前 ${-century}` : String(century))

interface LifeYear {
  year: number
  circa: boolean
}

/** Returns the years of a life in words, such as 1902—1988; null when neither year is known. */
export function lifeText({ born, died }: { born: LifeYear | null; died: LifeYear | null }): string | null {
  if (born === null) return died && `${aboutText(died, bareYear(died.year))} 年去世`
  const birth = aboutText(born, bareYear(born.year))
  return died === null ? `${birth} 年生` : `${birth}—${aboutText(died, endOfRange(born.year, died.year))}`
}

function aboutText({ circa }: LifeYear, year: string): string {
  if (!circa) return year
  // A space separates a Chinese character from a digit, but not two Chinese characters.
  return /^\d/.test(year) ? `约 ${year}` : `约${year}`
}

function bareYear(year: number): string {
  return year < 0 ? `公元前 ${-year}` : String(year)
}

/** Returns the last year of a range. It names the era again only briefly, or if the era has changed. */
function endOfRange(from: number, to: number): string {
  if (to < 0) return `前 ${-to}`
  return from < 0 ? `公元 ${to}` : String(to)
}

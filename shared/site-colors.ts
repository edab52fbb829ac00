/** The colours of a site, each as `#rrggbb`, which are derived from the one colour that the operator chose. */
export interface SiteColors {
  /** Colour of buttons, marks on the map and pictures. */
  accent: string
  accentHover: string
  /** Colour of text on `accent`. */
  onAccent: string
  /** Colour of links and emphasized text on light and on dark backgrounds. */
  inkOnLight: string
  inkOnDark: string
  /** Background of emphasized boxes in the light and in the dark theme. */
  paperOnLight: string
  paperOnDark: string
}

type Rgb = readonly [number, number, number]

/** The smallest contrast of normal text that WCAG 2.2 accepts at level AA. */
const textContrast = 4.5
const darkText = '#1f1a17'
const lightText = '#fffdf9'
/** The darkest light background and the lightest dark background of the pages. */
const lightGround = '#efe8dc'
const darkGround = '#272b33'
const lightPaper = '#fffdf9'
const darkPaper = '#14161a'

/**
 * Derives the colours of a site from one colour such as `#1a6fb5`. Links are darkened or lightened until their contrast
 * to every background is sufficient. Returns undefined for a colour on which neither dark nor light text is legible.
 */
export function deriveColors(accent: string): SiteColors | undefined {
  const onAccent = [darkText, lightText].find((text) => contrastOf(text, accent) >= textContrast)
  if (onAccent === undefined) return undefined
  const hover = mixColors(accent, onAccent === darkText ? '#ffffff' : '#000000', 0.15)
  return {
    accent,
    accentHover: hover,
    onAccent,
    inkOnLight: changeUntilLegible(accent, '#000000', lightGround),
    inkOnDark: changeUntilLegible(accent, '#ffffff', darkGround),
    paperOnLight: mixColors(lightPaper, accent, 0.1),
    paperOnDark: mixColors(darkPaper, accent, 0.15),
  }
}

/** Returns the contrast of two colours as WCAG defines it, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function changeUntilLegible(color: string, towards: string, ground: string): string {
  for (let share = 0; share < 1; share += 0.04) {
    const changed = mixColors(color, towards, share)
    if (contrastOf(changed, ground) >= textContrast) return changed
  }
  return towards
}

function luminanceOf(color: string): number {
  const [red, green, blue] = readColor(color).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function mixColors(color: string, other: string, share: number): string {
  const [from, to] = [readColor(color), readColor(other)]
  const mixed = from.map((value, index) => Math.round(value + ((to[index] ?? 0) - value) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

function readColor(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

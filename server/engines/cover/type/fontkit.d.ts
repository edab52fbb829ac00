/** Types of those parts of the font library fontkit that drawing covers uses; the library contains no types. */
declare module 'fontkit' {
  export interface PathCommand {
    command: 'moveTo' | 'lineTo' | 'quadraticCurveTo' | 'bezierCurveTo' | 'closePath'
    args: number[]
  }

  export interface Glyph {
    advanceWidth: number
    path: { commands: PathCommand[] }
  }

  export interface Font {
    unitsPerEm: number
    hasGlyphForCodePoint(codePoint: number): boolean
    glyphForCodePoint(codePoint: number): Glyph
    layout(text: string, features: string[]): { glyphs: Glyph[] }
  }

  export function create(bytes: Uint8Array): Font
}

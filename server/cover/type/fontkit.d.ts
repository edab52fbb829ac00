/** The little of fontkit that the covers use; the package brings no types of its own. */
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

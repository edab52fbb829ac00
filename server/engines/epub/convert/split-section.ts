/** A paragraph of a section, or a part of a paragraph that is too long for one document. */
interface Piece {
  text: string
  /** Whether the piece continues the paragraph of the piece before. */
  isContinued: boolean
}

/**
 * The length in characters from which a section is divided into several documents, and the length of these documents.
 * The reading page loads a book document by document, and a document of this length is laid out in a moment.
 */
const longSection = 24_000
const documentLength = 12_000
/** Characters that end a sentence. A paragraph may be cut after them. */
const sentenceEnds = '。！？!?…；;.”」』）)'

/**
 * Divides the paragraphs of a section into documents of similar length. A section of usual length stays whole, unless
 * `always` is true, as for texts without chapters. No character is lost.
 */
export function splitSection(paragraphs: string[], always = false): Piece[][] {
  const total = paragraphs.reduce((sum, { length }) => sum + length, 0)
  const whole = paragraphs.map((text) => ({ text, isContinued: false }))
  if (total <= (always ? documentLength : longSection)) return [whole]
  const documents: Piece[][] = []
  let length = Infinity
  for (const piece of paragraphs.flatMap(cutParagraph)) {
    if (length >= documentLength) {
      documents.push([])
      length = 0
    }
    documents.at(-1)?.push(piece)
    length += piece.text.length
  }
  return documents
}

/** Cuts a paragraph that is longer than a document behind the last sentence that fits, or else anywhere. */
function cutParagraph(text: string): Piece[] {
  const pieces: Piece[] = []
  let start = 0
  while (start < text.length) {
    const end = text.length - start <= documentLength ? text.length : findCut(text, start)
    pieces.push({ text: text.slice(start, end), isContinued: start > 0 })
    start = end
  }
  return pieces
}

function findCut(text: string, start: number): number {
  const latest = start + documentLength
  for (let at = latest; at > start + documentLength / 2; at--)
    if (sentenceEnds.includes(text[at - 1] ?? '') && !sentenceEnds.includes(text[at] ?? '')) return at
  // A surrogate pair is one character and stays together.
  return /[\ud800-\udbff]/.test(text[latest - 1] ?? '') ? latest - 1 : latest
}

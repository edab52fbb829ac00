import type { PlaceSentence } from '#shared/api/place/place.ts'
import './place-line.css'

/** Sentence of a book about a place. A quotation stands in quotation marks and names the piece that it is from. */
export function PlaceLine({ sentence: { text, quotedFrom } }: { sentence: PlaceSentence }) {
  return (
    <blockquote className="place-line">
      {quotedFrom === null ? text : `“${text}”`}
      {quotedFrom !== null && <cite>{quotedFrom.includes('《') ? quotedFrom : `《${quotedFrom}》`}</cite>}
    </blockquote>
  )
}

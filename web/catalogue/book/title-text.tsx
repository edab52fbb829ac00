/**
 * Matches the positions at which a Chinese title may be broken: after particles and pauses, and before conjunctions.
 */
const breaks = /(?<=[的之，、：；·—！？])|(?=[与和及])/u

/** A title that may be broken between its phrases if it does not fit into a line, but not within a name or a number. */
export function TitleText({ title }: { title: string }) {
  return title.split(breaks).flatMap((part, index) => (index > 0 ? [<wbr key={index} />, part] : part))
}

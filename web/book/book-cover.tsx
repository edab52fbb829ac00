interface BookCoverProps {
  id: string
  title: string
  /** Covers far down a page wait until they are scrolled to. */
  isLazy?: boolean
  /** A cover beside its own title says nothing new to a screen reader. */
  isDecorative?: boolean
}

export function BookCover({ id, title, isLazy = true, isDecorative = true }: BookCoverProps) {
  const alt = isDecorative ? '' : `《${title}》封面`
  return (
    <img
      className="book-cover"
      src={`/cover/${id}.svg`}
      width="240"
      height="360"
      alt={alt}
      loading={isLazy ? 'lazy' : 'eager'}
      decoding="async"
    />
  )
}

/** Loaded with the first picture that is drawn: a site on which nobody draws one saves its memory. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // The pictures made are kept by the site; what sharp would keep besides only takes memory.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

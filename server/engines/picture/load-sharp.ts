/**
 * Loads the picture library sharp when the first picture is processed, so that a site without uploads saves its memory.
 */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // The site stores the finished pictures itself, so the cache of sharp would only take memory.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

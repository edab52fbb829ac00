/** Returns an address under which the browser shows an SVG document as a picture. */
export const svgAddress = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`

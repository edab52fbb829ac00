/** Returns the heading of a poster about all books of a user, or about the books that they finished in one year. */
export function posterTitle(name: string, year?: number): string {
  return year === undefined ? `${name}的读书地图` : `${name}的 ${year} 年`
}

/**
 * Compares two samples of measurements with the Mann–Whitney U test (rank-sum test), which assumes nothing about the
 * distributions and is robust to outliers.
 */
export function rankSum(first: number[], second: number[]): { z: number; superiority: number } {
  const all = [
    ...first.map((value) => ({ value, isFirst: true })),
    ...second.map((value) => ({ value, isFirst: false })),
  ]
  all.sort((a, b) => a.value - b.value)
  let ranks = 0
  for (let start = 0; start < all.length;) {
    let end = start
    while (end < all.length && all[end]?.value === all[start]?.value) end++
    // In the rank-sum test, equal values get the mean of their ranks; ranks start at one.
    for (let at = start; at < end; at++) if (all[at]?.isFirst) ranks += (start + 1 + end) / 2
    start = end
  }
  const pairs = first.length * second.length
  const larger = ranks - (first.length * (first.length + 1)) / 2
  const deviation = Math.sqrt((pairs * (all.length + 1)) / 12)
  return { z: (larger - pairs / 2) / deviation, superiority: larger / pairs }
}

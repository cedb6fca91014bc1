/** px at 100 % font size: all other columns, and names that are seldom cut. */
const namesFirst = 1030
const columnPx = 78

/**
 * How wide the table of types must be for the column of each generation; null: nothing lies in it. One after the other gives way to the names of types,
 * the one with the fewest bytes first; the pane of the selected type has all of them.
 */
export function generationRoom(bytes: readonly number[]): readonly (number | null)[] {
  const largestFirst = bytes.toSorted((a, b) => b - a)
  const taken = new Set<number>()
  return bytes.map((own) => {
    if (own === 0) return null
    let rank = largestFirst.indexOf(own)
    while (taken.has(rank)) rank++
    taken.add(rank)
    return namesFirst + (rank + 1) * columnPx
  })
}

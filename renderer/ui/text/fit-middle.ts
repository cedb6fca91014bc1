/** Width in px of a piece of text in the font it will be shown in. */
export type MeasureText = (text: string) => number

const ellipsis = '…'
/** So much of the beginning stays as long as there is room for a tail worth reading. */
const fewestHead = 3
/** A tail may begin this much later than it could, to begin where a part of the name begins. */
const longestSkip = 0.4
const strong = /[./\\:]/
const weak = /[-_ ,=]/
const edge = /[./\\:\-_ ,=]+$/

/**
 * The longest form of `text` that fits into `widthPx`: its beginning, an ellipsis, and as much of its end as there is room
 * for, because the end tells long dotted names apart. The end begins behind a separator when one is near; what that leaves
 * free goes to the beginning. Text that fits comes back as it is; where not even an ellipsis fits, the ellipsis.
 * Cost: about twenty measurements.
 */
export function fitMiddle(text: string, widthPx: number, measure: MeasureText): string {
  if (measure(text) <= widthPx) return text
  // By code points: half of a surrogate pair would be drawn as a box.
  const letters = Array.from(text)
  const count = letters.length
  const piece = (head: number, tail: number) =>
    letters.slice(0, head).join('').replace(edge, '') + ellipsis + letters.slice(count - tail).join('')
  const fits = (head: number, tail: number) => measure(piece(head, tail)) <= widthPx

  let head = Math.min(fewestHead, count - 1)
  while (head > 0 && !fits(head, head)) head--
  const longest = largest(0, count - head - 1, (tail) => fits(head, tail))
  const tail = fromSeparator(letters, longest)
  return piece(
    largest(head, count - tail - 1, (longer) => fits(longer, tail)),
    tail,
  )
}

/** Length of the tail when it begins behind the first separator that is near; a dot or slash goes before a dash. */
function fromSeparator(letters: readonly string[], longest: number): number {
  const start = letters.length - longest
  const end = start + Math.floor(longest * longestSkip)
  for (const marks of [strong, weak]) {
    // The letter before the tail counts too: then nothing is given up.
    for (let at = start; at <= end; at++) if (marks.test(letters[at - 1] ?? '')) return letters.length - at
  }
  return longest
}

/** The largest whole number from `low` to `high` for which `holds` is true; `low` is taken for granted. */
function largest(low: number, high: number, holds: (value: number) => boolean): number {
  let known = low
  let above = Math.max(low, high) + 1
  while (above - known > 1) {
    const middle = (known + above) >> 1
    if (holds(middle)) known = middle
    else above = middle
  }
  return known
}

/** A match of a search text in a longer one: the letters in order, not necessarily next to each other. */
export interface FuzzyMatch {
  readonly score: number
  /** Positions in the text that matched, ascending. */
  readonly positions: readonly number[]
}

const wordStartBonus = 8
const adjacentBonus = 5
const caseBonus = 1

/**
 * null when the letters are not all there in order. Word starts and runs count most, so `sd` finds *Settings: dark* before
 * *resolved*. Spaces in the search text are ignored.
 */
export function fuzzyMatch(search: string, text: string): FuzzyMatch | null {
  const wanted = search.replaceAll(' ', '')
  if (wanted === '') return { score: 0, positions: [] }
  const lowerText = text.toLowerCase()
  const lowerWanted = wanted.toLowerCase()
  const whole = lowerText.indexOf(lowerWanted)
  const positions = whole >= 0 ? range(whole, wanted.length) : findInOrder(lowerWanted, text, lowerText)
  if (!positions) return null
  return { score: scoreOf(positions, wanted, text), positions }
}

function range(from: number, length: number): number[] {
  return Array.from({ length }, (_, index) => from + index)
}

/** Greedy, but prefers the start of a word for each letter when the rest still fits behind it. */
function findInOrder(wanted: string, text: string, lowerText: string): number[] | null {
  const positions: number[] = []
  let from = 0
  for (let index = 0; index < wanted.length; index += 1) {
    const letter = wanted[index] ?? ''
    const next = lowerText.indexOf(letter, from)
    if (next < 0) return null
    const start = nextWordStart(text, lowerText, letter, from)
    const isRun = next === from && index > 0
    const position = start >= 0 && !isRun && isInOrder(wanted.slice(index + 1), lowerText, start + 1) ? start : next
    positions.push(position)
    from = position + 1
  }
  return positions
}

function nextWordStart(text: string, lowerText: string, letter: string, from: number): number {
  for (let at = lowerText.indexOf(letter, from); at >= 0; at = lowerText.indexOf(letter, at + 1)) {
    if (isWordStart(text, at)) return at
  }
  return -1
}

function isInOrder(wanted: string, lowerText: string, from: number): boolean {
  let at = from
  for (const letter of wanted) {
    const found = lowerText.indexOf(letter, at)
    if (found < 0) return false
    at = found + 1
  }
  return true
}

function isWordStart(text: string, at: number): boolean {
  if (at === 0) return true
  const before = text[at - 1] ?? ''
  const here = text[at] ?? ''
  return /[\s._\-/\\:(]/.test(before) || (/[a-z0-9]/.test(before) && /[A-Z]/.test(here))
}

function scoreOf(positions: readonly number[], wanted: string, text: string): number {
  let score = 0
  positions.forEach((at, index) => {
    if (isWordStart(text, at)) score += wordStartBonus
    if (index > 0 && positions[index - 1] === at - 1) score += adjacentBonus
    if (text[at] === wanted[index]) score += caseBonus
  })
  // Earlier and in a shorter text is better, but never outweighs a letter that fits.
  return score - Math.min(4, (positions[0] ?? 0) * 0.1) - Math.min(2, text.length * 0.01)
}

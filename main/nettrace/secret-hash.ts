/*
 * Hashes that the writer of a file cannot know: other numbers for each run of the program. Numbers of a stream are not used as keys of a
 * Map as they are, since the engine's own hash of a number is known and nothing keeps thousands of them out of one bucket.
 */
const random = (): number => (Math.random() * 2 ** 32) | 0
const mask = random()
const [first, second, third, fourth] = [random() | 1, random() | 1, random() | 1, random() | 1]

/** Another number of 32 bits for each number of 32 bits. */
export function secretKey(value: number): number {
  let mixed = Math.imul(value ^ mask, first)
  // Twice, and downwards in between: differences in the upper bits alone would otherwise stay what the writer made them.
  mixed = Math.imul(mixed ^ (mixed >>> 15), second)
  return mixed ^ (mixed >>> 16)
}

/** 32 bits from two numbers of 32 bits, good from the top down. */
export function secretHash(low: number, high: number): number {
  return Math.imul(secretKey(low) ^ Math.imul(high, third), fourth)
}

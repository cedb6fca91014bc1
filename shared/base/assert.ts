/** Thrown only for bugs of ours; reaches the one handler of its process and is logged with its stack. */
export class AssertionError extends Error {
  override readonly name = 'AssertionError'
}

export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new AssertionError(message)
}

/** The value must exist for the reason given in `because`. */
export function must<T>(value: T | null | undefined, because: string): T {
  if (value === null || value === undefined) throw new AssertionError(`missing value: ${because}`)
  return value
}

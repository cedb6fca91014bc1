/** Digits go to a view; Join async calls, Just my code and Fold recursion are asked of tables more often than of any other view. */
const keysOfTheTrace = /^[\djyr]$/

/**
 * In the tables of a trace its single keys do what they do everywhere in it. Within a word they are typed, and with Shift they begin one:
 * no shortcut of a trace has it.
 */
export function isTypeAhead(key: string, isTyping: boolean): boolean {
  return isTyping || !keysOfTheTrace.test(key)
}

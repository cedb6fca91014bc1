/** Work after each step of which something more urgent may be done. */
export type Steps<Value> = Generator<void, Value, void>

/** All of it at once. */
export function allSteps<Value>(steps: Steps<Value>): Value {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

export function isSteps(value: unknown): value is Steps<unknown> {
  return value instanceof Object && 'next' in value && Symbol.iterator in value
}

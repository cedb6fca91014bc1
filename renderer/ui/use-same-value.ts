import { useMemo } from 'react'

/** The value of the last time as long as the new one says the same, so that what depends on it isn’t drawn anew. For small plain values. */
export function useSameValue<T>(next: T): T {
  const key = JSON.stringify(next)
  // oxlint-disable-next-line react/exhaustive-deps -- the key says what it is
  return useMemo(() => next, [key])
}

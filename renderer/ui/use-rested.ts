import { startTransition, useEffect, useRef, useState } from 'react'

interface Rest {
  /** The newest value is taken when no other has come for so long, */
  readonly restMs: number
  /** or when it is so long since the one that is shown was the newest. */
  readonly mostMs: number
}

/** A value that changes all the time, for what need not be drawn with each of them; at once when `key` is another one. The same object is the same value. */
export function useRested<Value>(newest: Value, key: string, { restMs, mostMs }: Rest): Value {
  const [taken, take] = useState({ value: newest, key })
  /** Since when there is another one. */
  const waitingSinceMs = useRef<number | null>(null)
  if (taken.key !== key) take({ value: newest, key })
  useEffect(() => {
    if (taken.value === newest) {
      waitingSinceMs.current = null
      return undefined
    }
    waitingSinceMs.current ??= performance.now()
    const leftMs = waitingSinceMs.current + mostMs - performance.now()
    const wait = Math.max(0, Math.min(restMs, leftMs))
    const timer = setTimeout(() => startTransition(() => take({ value: newest, key })), wait)
    return () => clearTimeout(timer)
  }, [newest, key, taken, restMs, mostMs])
  return taken.value
}

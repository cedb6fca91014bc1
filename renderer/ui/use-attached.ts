import { useCallback, useState } from 'react'
import type { Disposable } from '../../shared/base/disposable.ts'

/**
 * Something outside React, such as a canvas, for as long as the element is there that it lives in; null before and after. `make` stays the
 * same function, and gives null where there is nothing to make.
 */
export function useAttached<Thing extends Disposable>(make: (host: HTMLDivElement) => Thing | null) {
  const [thing, setThing] = useState<Thing | null>(null)
  const attach = useCallback(
    (host: HTMLDivElement | null) => {
      const made = host === null ? null : make(host)
      if (made === null) return undefined
      setThing(made)
      return () => {
        setThing(null)
        made.dispose()
      }
    },
    [make],
  )
  return { thing, attach }
}

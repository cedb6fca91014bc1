import { useState } from 'react'
import { useNewest } from './use-newest.ts'

type Functions = Readonly<Record<string, (...all: never[]) => void>>

/** The same functions from one drawing to the next, for what would be drawn anew with others; they do what the newest ones do. */
export function useSteady<Given extends Functions>(functions: Given): Given {
  const newest = useNewest<Functions>(functions)
  const [steady] = useState(() =>
    Object.fromEntries(Object.keys(functions).map((name) => [name, (...all: never[]) => newest()[name]!(...all)])),
  )
  return steady as Given
}

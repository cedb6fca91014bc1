import { useEffect, useMemo, useState } from 'react'

interface Keyed {
  readonly key: string
}

/** Things that come are drawn so many in a frame, in their order; those that are drawn stay. `inFirst`: in the frame that brings the first of them, with whatever else it has to do. */
export function useGradually<Thing extends Keyed>(
  things: readonly Thing[],
  perFrame: number,
  inFirst = perFrame,
): readonly Thing[] {
  const [drawn, setDrawn] = useState<ReadonlySet<string>>(new Set())
  const shown = useMemo(() => {
    let left = drawn.size === 0 ? inFirst : perFrame
    return things.filter(({ key }) => drawn.has(key) || left-- > 0)
  }, [things, drawn, perFrame, inFirst])
  useEffect(() => {
    if (shown.every(({ key }) => drawn.has(key))) return undefined
    const frame = requestAnimationFrame(() => setDrawn(new Set(shown.map(({ key }) => key))))
    return () => cancelAnimationFrame(frame)
  }, [shown, drawn])
  return shown
}

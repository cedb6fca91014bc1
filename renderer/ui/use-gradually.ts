import { useEffect, useMemo, useState } from 'react'

interface Keyed {
  readonly key: string
}

/** Things that come are drawn so many in a frame, in their order; those that are drawn stay. */
export function useGradually<Thing extends Keyed>(things: readonly Thing[], perFrame: number): readonly Thing[] {
  const [drawn, setDrawn] = useState<ReadonlySet<string>>(new Set())
  const shown = useMemo(() => {
    let left = perFrame
    return things.filter(({ key }) => drawn.has(key) || left-- > 0)
  }, [things, drawn, perFrame])
  useEffect(() => {
    if (shown.every(({ key }) => drawn.has(key))) return undefined
    const frame = requestAnimationFrame(() => setDrawn(new Set(shown.map(({ key }) => key))))
    return () => cancelAnimationFrame(frame)
  }, [shown, drawn])
  return shown
}

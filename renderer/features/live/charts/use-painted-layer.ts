import { useCallback, useEffect, useState } from 'react'
import type { Disposable } from '../../../../shared/base/disposable.ts'
import { frameLoop, type FramePainter } from '../../../canvas/frame-loop.ts'
import { useLive } from '../live-context.ts'
import type { LiveRuntime } from '../live-runtime.ts'

/** Makes a layer with its host element, and keeps it in the frame loop while the document is in front. `make` never changes. */
export function usePaintedLayer<Layer extends FramePainter & Disposable>(
  make: (host: HTMLDivElement, runtime: LiveRuntime) => Layer,
) {
  const { runtime, isActive } = useLive()
  const [layer, setLayer] = useState<Layer | null>(null)
  const attach = useCallback(
    (host: HTMLDivElement | null) => {
      if (host === null) return undefined
      const made = make(host, runtime)
      setLayer(made)
      return () => {
        setLayer(null)
        made.dispose()
      }
    },
    [make, runtime],
  )
  useEffect(() => {
    if (!isActive || layer === null) return
    const painter = frameLoop.add(layer)
    return () => painter.dispose()
  }, [layer, isActive])
  return { layer, attach }
}

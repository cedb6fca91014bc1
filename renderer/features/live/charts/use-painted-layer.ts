import { useCallback, useEffect } from 'react'
import type { Disposable } from '../../../../shared/base/disposable.ts'
import { frameLoop, type FramePainter } from '../../../canvas/frame-loop.ts'
import { useAttached } from '../../../ui/use-attached.ts'
import { useLive } from '../live-context.ts'
import type { LiveRuntime } from '../live-runtime.ts'

/** Makes a layer with its host element, and keeps it in the frame loop while the document is in front. `make` never changes. */
export function usePaintedLayer<Layer extends FramePainter & Disposable>(
  make: (host: HTMLDivElement, runtime: LiveRuntime) => Layer,
) {
  const { runtime, isActive } = useLive()
  const makeHere = useCallback((host: HTMLDivElement) => make(host, runtime), [make, runtime])
  const { thing: layer, attach } = useAttached(makeHere)
  useEffect(() => {
    if (!isActive || layer === null) return
    const painter = frameLoop.add(layer)
    return () => painter.dispose()
  }, [layer, isActive])
  return { layer, attach }
}

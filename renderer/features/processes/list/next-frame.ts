import type { Disposable } from '../../../../shared/base/disposable.ts'
import { toDisposable } from '../../../../shared/base/disposable.ts'

const waiting = new Set<() => void>()
let handle: number | null = null

/**
 * Calls `paint` once, in the next animation frame, together with all others that asked. For what changes once a second: the
 * shared frame loop asks for a frame after the one it is in, which for a single paint is a second, empty frame (measured: half of
 * the frames of an idle window).
 */
export function paintNextFrame(paint: () => void): Disposable {
  waiting.add(paint)
  handle ??= requestAnimationFrame(paintAll)
  return toDisposable(() => waiting.delete(paint))
}

function paintAll(): void {
  handle = null
  const now = [...waiting]
  waiting.clear()
  for (const paint of now) paint()
}

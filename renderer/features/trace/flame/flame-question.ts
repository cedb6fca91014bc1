import type { FlameStretch, TraceFlameQuestion } from '../../../../shared/model/trace/trace-flame.ts'
import type { TraceSelection } from '../../../../shared/model/trace/trace-selection.ts'

export const wholeFlame: FlameStretch = { path: [], from: 0, to: 1 }

export function flameQuestion(
  selection: TraceSelection,
  stretch: FlameStretch,
  widthPx: number,
  search: string,
): TraceFlameQuestion {
  return { selection, stretch, widthPx, search: search.trim() }
}

import type { TraceEvent } from './page-events.ts'

/** What the page's thread does: our scripts, style, layout, recording of what is painted, collection of garbage, scripts of the program that drives it, what else its tasks do. */
export const workKinds = ['script', 'style', 'layout', 'paint', 'collection', 'driver', 'other'] as const
export type WorkKind = (typeof workKinds)[number]
export type WorkSplit = Readonly<Record<WorkKind, number>>

/** Events of Chromium's category `devtools.timeline`. */
const kindOf: Readonly<Record<string, WorkKind>> = {
  EvaluateScript: 'script',
  'v8.compile': 'script',
  FunctionCall: 'script',
  FireAnimationFrame: 'script',
  TimerFire: 'script',
  EventDispatch: 'script',
  RunMicrotasks: 'script',
  HandlePostMessage: 'script',
  UpdateLayoutTree: 'style',
  Layout: 'layout',
  HitTest: 'layout',
  PrePaint: 'paint',
  Paint: 'paint',
  Layerize: 'paint',
  UpdateLayer: 'paint',
  Commit: 'paint',
  MinorGC: 'collection',
  MajorGC: 'collection',
}

interface Open {
  readonly endUs: number
  readonly kind: WorkKind
}

/**
 * Processor time of nested events of one thread by kind, microseconds. `take` gets each with the time of the task it lies in; what an event
 * does itself is of its own kind, or of that around it. `isOurs`: false for addresses of scripts that are not the page's own.
 */
export function splitWork(
  events: readonly TraceEvent[],
  isTask: (event: TraceEvent) => boolean,
  take: (taskUs: number, kind: WorkKind, us: number) => void,
): void {
  const nested = events
    .filter((event) => isTask(event) || kindOf[event.name] !== undefined)
    .toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
  const open: Open[] = []
  let taskUs = 0
  for (const event of nested) {
    const { ts, dur = 0, tdur = dur } = event
    while (open.length > 0 && open.at(-1)!.endUs <= ts) open.pop()
    const around = open.at(-1)
    if (isTask(event) && around === undefined) taskUs = ts
    const known = kindOf[event.name]
    const kind = isTask(event) ? (around?.kind ?? 'other') : isOfDriver(event) ? 'driver' : known!
    // What lies within is taken from what lies around.
    if (around !== undefined) take(taskUs, around.kind, -tdur)
    take(taskUs, kind, tdur)
    open.push({ endUs: ts + dur, kind })
  }
}

/** A function of a script without an address, as Playwright's are; those of the page have one. */
function isOfDriver({ name, args }: TraceEvent): boolean {
  return (name === 'FunctionCall' || name === 'EvaluateScript') && args?.data !== undefined && !args.data.url
}

import type { TraceSelection } from '../../../../shared/model/trace/trace-selection.ts'

/** Transforms that are on or off, with a button and a key of their own. */
export type TraceSwitch = 'own-code' | 'join-async'

export function isSwitchedOn({ transforms }: TraceSelection, kind: TraceSwitch): boolean {
  return transforms.some((transform) => transform.kind === kind)
}

/** On or off; before all other transforms: they are about what is then left. */
export function switched(selection: TraceSelection, kind: TraceSwitch): TraceSelection {
  const others = selection.transforms.filter((transform) => transform.kind !== kind)
  return { ...selection, transforms: isSwitchedOn(selection, kind) ? others : [{ kind }, ...others] }
}

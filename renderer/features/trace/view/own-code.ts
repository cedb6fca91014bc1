import type { TraceSelection } from '../../../../shared/model/trace-selection.ts'

export function isOwnCodeOnly({ transforms }: TraceSelection): boolean {
  return transforms.some(({ kind }) => kind === 'own-code')
}

/** Before all other transforms: they are about what is then left. */
export function withOwnCode(selection: TraceSelection, isOn: boolean): TraceSelection {
  const others = selection.transforms.filter(({ kind }) => kind !== 'own-code')
  return { ...selection, transforms: isOn ? [{ kind: 'own-code' }, ...others] : others }
}

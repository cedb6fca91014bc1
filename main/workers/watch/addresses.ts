import type { NamedFrame } from '../../../shared/model/trace-selection.ts'

/** Code lies below 2^53 in every process there is; a double holds it exactly. */
export function addressAt(view: DataView, offset: number): number {
  return view.getUint32(offset, true) + view.getUint32(offset + 4, true) * 2 ** 32
}

/** What nothing names yet is told apart by its address. */
export function unnamedFrame(address: number): NamedFrame {
  const text = `0x${address.toString(16)}`
  return { method: text, name: text, module: '' }
}

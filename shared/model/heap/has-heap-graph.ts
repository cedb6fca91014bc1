import type { ProcessRow } from '../process.ts'

const firstOfNativeAot = 10

/** NativeAOT 9 and older accept the request, and send nothing of their heap. What nobody knows of a runtime yet counts for it. */
export function hasHeapGraph({
  runtimeFlavour,
  runtimeVersion,
}: Pick<ProcessRow, 'runtimeFlavour' | 'runtimeVersion'>): boolean {
  if (runtimeFlavour !== 'nativeaot') return true
  return Number.parseInt(runtimeVersion ?? '', 10) >= firstOfNativeAot
}

import { heapTypeName } from '../names/heap-type-name.ts'

/**
 * ClrMD has the arguments behind the type that has them, and further types behind those:
 * `System.Collections.Generic.Dictionary<System.String, System.Object>+Entry[]`.
 */
export function dumpTypeName(rawName: string): string {
  const nested = /^(.*>)\+([^<>]+)$/s.exec(rawName)
  if (nested === null) return heapTypeName(rawName)
  // The part behind has no arguments of its own; ranks belong to it.
  return `${dumpTypeName(nested[1]!)}.${nested[2]!.replaceAll('+', '.')}`
}

import { assemblyName, moduleOrigin } from '../../../../shared/model/module-origin.ts'
import type { HeapTreeRow } from '../../../../shared/model/heap/heap-document.ts'
import { flameColours, type FlameColours, type FlamePalette } from '../../../canvas/flame/flame-colours.ts'

/** As boxes of flame graphs: the application's own types are warm, frameworks cool, .NET's and roots grey. */
export function treemapColours(
  palette: FlamePalette,
  { module, rootKind }: Pick<HeapTreeRow, 'module' | 'rootKind'>,
  depth: number,
): FlameColours {
  const assembly = rootKind === null ? assemblyName(module) : ''
  return flameColours(palette, moduleOrigin(assembly), assembly, depth)
}

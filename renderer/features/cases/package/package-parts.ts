import type { CasePackageDocument, OpenedPart } from '../../../../shared/model/cases.ts'
import { background, invoke } from '../../../bridge/bridge.ts'
import { openHeapGraph, openRecording, reportAs, revealFile } from '../../../commands/page-actions.ts'

export type OpensAs = 'text' | 'recording' | 'heap' | 'dump' | 'none'

/** By the ending that its opener went by. */
export function opensAs({ name }: Pick<OpenedPart, 'name'>): OpensAs {
  if (name.endsWith('.symbols.nettrace')) return 'none'
  if (name.endsWith('.nettrace')) return 'recording'
  if (name.endsWith('.gcdump')) return 'heap'
  if (name.endsWith('.core') || name.endsWith('.dmp')) return 'dump'
  return /\.(?:md|txt|log|csv|json|ndjson|jsonl|yml|yaml|ini|conf|config|xml)$|SHA256SUMS$/.test(name) ? 'text' : 'none'
}

/** All of a kind: one for each process. */
export function namedLike({ files }: CasePackageDocument, last: string): readonly string[] {
  return files.filter(({ name }) => name === last || name.endsWith(`/${last}`)).map(({ name }) => name)
}

/** In a document of its own; main unpacks it into a folder that goes with this one. */
export function openPart(documentId: string, name: string): void {
  const as = opensAs({ name })
  background(
    invoke('cases.unpack', { documentId, name }).then(({ path }) => {
      if (as === 'heap') openHeapGraph(path)
      else if (as === 'recording' || as === 'dump') openRecording(path)
      else revealFile(path)
    }),
    'cases.unpack',
    reportAs(`Couldn’t open ${name}`),
  )
}

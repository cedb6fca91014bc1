import type { CaseFinding } from '../../../../shared/case/case-document.ts'
import type { CasePackageDocument, OpenedPart } from '../../../../shared/model/cases.ts'
import type { FindingLink } from '../../../../shared/model/trace/trace-findings.ts'
import { traceTableNames } from '../../../../shared/model/trace/trace-tables.ts'
import { background, invoke } from '../../../bridge/bridge.ts'
import { openHeapGraph, openRecording, reportAs, revealFile } from '../../../commands/page-actions.ts'
import { packageLabels } from './package-labels.ts'

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

/** Where a line of evidence is seen; null: the package does not say, or names a table that this version does not have. */
export function rowsOfEvidence({ rows }: Pick<CaseFinding, 'rows'>, index: number): FindingLink | null {
  const found = rows?.[index]
  const table = traceTableNames.find((name) => name === found?.table)
  if (found === undefined || table === undefined) return null
  const { search, range } = found
  const isTime = range !== null && range.fromMs >= 0 && range.toMs > range.fromMs
  return { table, search, range: isTime ? range : null }
}

/** In a document of its own, of a recording at these rows; main unpacks it into a folder that goes with this one. */
export function openPart(documentId: string, name: string, rows?: FindingLink): void {
  const as = opensAs({ name })
  background(
    invoke('cases.unpack', { documentId, name }).then(({ path }) => {
      if (as === 'heap') openHeapGraph(path)
      else if (as === 'recording' || as === 'dump') openRecording(path, rows)
      else revealFile(path)
    }),
    'cases.unpack',
    reportAs(packageLabels.page.couldntOpen(name)),
  )
}

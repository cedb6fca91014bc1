import { hasHeapGraph } from '../../../shared/model/heap/has-heap-graph.ts'
import {
  Activity,
  Boxes,
  BriefcaseBusiness,
  CircleDot,
  HardDriveDownload,
  History,
  KeyRound,
  ListTree,
  Play,
  RefreshCw,
} from 'lucide-react'
import type { ProcessRow } from '../../../shared/model/process.ts'
import type { LucideIcon } from '../../ui/icon.tsx'
import {
  askAgain,
  keepLast,
  openCase,
  openDump,
  openHeapCapture,
  openLive,
  openRecord,
  openStacks,
  openWithSudo,
  resume,
} from './actions.ts'
import { canOpenLive, canOpenWithSudo, rowAction } from './model/row-look.ts'
import { processLabels } from './process-labels.ts'

/** What can be done with a process, for its card and its menu, in their order. */
export interface RowAction {
  readonly id: keyof typeof processLabels.rowActions
  readonly icon: LucideIcon
  readonly impact: 'harmless' | 'pauses'
  readonly run: (row: ProcessRow) => void
  /** Native AOT can't. */
  readonly needsCoreClr?: boolean
  /** Native AOT can from .NET 10 on. */
  readonly needsHeapWalk?: boolean
  /** Its page says what to use instead where it can't be done. */
  readonly namesAlternatives?: boolean
  readonly worksWhileStopped?: (row: ProcessRow) => boolean
}

const rowActions: readonly RowAction[] = [
  { id: 'live', icon: Activity, impact: 'harmless', run: openLive },
  { id: 'record', icon: CircleDot, impact: 'harmless', run: openRecord },
  { id: 'flight', icon: History, impact: 'harmless', run: (row) => keepLast([row]) },
  { id: 'stacks', icon: ListTree, impact: 'harmless', run: openStacks, needsCoreClr: true },
  {
    id: 'dump',
    icon: HardDriveDownload,
    impact: 'pauses',
    run: openDump,
    needsCoreClr: true,
    namesAlternatives: true,
    worksWhileStopped: () => true,
  },
  { id: 'heap', icon: Boxes, impact: 'pauses', run: openHeapCapture, needsHeapWalk: true },
  {
    id: 'case',
    icon: BriefcaseBusiness,
    impact: 'harmless',
    run: openCase,
    worksWhileStopped: ({ machine }) => machine === undefined,
  },
]

export function rowActionsOf(row: ProcessRow): readonly RowAction[] {
  if (canOpenLive(row)) return rowActions
  return row.state === 'stopped' ? rowActions.filter((action) => action.worksWhileStopped?.(row)) : []
}

export function isPossible({ needsCoreClr, needsHeapWalk }: RowAction, row: ProcessRow): boolean {
  if (needsHeapWalk === true) return hasHeapGraph(row)
  return needsCoreClr !== true || row.runtimeFlavour !== 'nativeaot'
}

export interface Remedy {
  readonly label: string
  readonly icon: LucideIcon
  readonly run: (row: ProcessRow) => void
}

/** What would make more of it possible. */
export function remediesOf(row: ProcessRow): readonly Remedy[] {
  const action = rowAction(row)
  const { remedies } = processLabels
  return [
    ...(action === 'resume' ? [{ label: remedies.resume, icon: Play, run: resume }] : []),
    ...(action === 'retry' ? [{ label: remedies.tryAgain, icon: RefreshCw, run: askAgain }] : []),
    ...(canOpenWithSudo(row) ? [{ label: remedies.openWithSudo, icon: KeyRound, run: openWithSudo }] : []),
  ]
}

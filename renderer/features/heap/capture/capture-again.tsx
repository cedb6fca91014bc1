import { hasHeapGraph } from '../../../../shared/model/heap/has-heap-graph.ts'
import { Boxes } from 'lucide-react'
import type { HeapSummary } from '../../../../shared/model/heap/heap-document.ts'
import type { ProcessRow } from '../../../../shared/model/process.ts'
import { background, invoke } from '../../../bridge/bridge.ts'
import { reportAs } from '../../../commands/page-actions.ts'
import { appStore, useApp } from '../../../store/create-store.ts'
import { HeaderButton } from '../../../ui/controls/header-button.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { useHeapView } from '../heap-view.ts'
import { captureLabels } from './capture-labels.ts'

const delays: readonly { readonly minutes: number; readonly label: string }[] = [
  { minutes: 0, label: captureLabels.again.now },
  { minutes: 1, label: captureLabels.again.in1Minute },
  { minutes: 5, label: captureLabels.again.in5Minutes },
  { minutes: 15, label: captureLabels.again.in15Minutes },
  { minutes: 60, label: captureLabels.again.in1Hour },
]

/** Another heap graph of the process that this one is of, to be compared with it; nothing where that process is gone. */
export function CaptureAgain() {
  const { target, summary } = useHeapView()
  const processKey = useApp((state) => state.processRows.find((row) => isSameProcess(row, summary))?.key ?? null)
  if (processKey === null) return null
  return (
    <Menu
      align="end"
      trigger={<HeaderButton icon={Boxes} label={captureLabels.again.captureAgainAndCompare} kind="standard" />}
      entries={[
        { kind: 'heading', label: captureLabels.again.impact },
        ...delays.map(({ minutes, label }) => ({
          kind: 'item' as const,
          label,
          run: () => captureAgain(processKey, minutes, target.path),
        })),
      ]}
    />
  )
}

/** The process that the file names, still running: one that started later has only its number. */
export function isSameProcess(
  row: ProcessRow,
  { source, processId, takenUtc }: Pick<HeapSummary, 'source' | 'processId' | 'takenUtc'>,
): boolean {
  const { pid, startTimeMs, exitedAtMs, state, isDemo } = row
  if (source !== 'events' || takenUtc === null || pid !== processId || exitedAtMs !== null || isDemo) return false
  if (state !== 'ready' && state !== 'limited') return false
  return hasHeapGraph(row) && startTimeMs !== null && startTimeMs < Date.parse(takenUtc)
}

function captureAgain(processKey: string, afterMinutes: number, compareWith: string): void {
  background(
    invoke('heaps.capture', { processKey, afterMinutes, compareWith }).then(() =>
      appStore.getState().addNotice({
        tone: 'ok',
        title: afterMinutes === 0 ? captureLabels.again.capturing : captureLabels.again.scheduled,
        text: captureLabels.again.notified,
      }),
    ),
    'heaps.capture',
    reportAs(captureLabels.again.captureNotStarted),
  )
}

import { Activity, Box, Download, FolderOpen, Scissors, Wrench } from 'lucide-react'
import { useState } from 'react'
import type { TraceExportKind, TraceSummary } from '../../../shared/model/trace/trace.ts'
import { openHeapGraph, openInLive, revealFile } from '../../commands/page-actions.ts'
import { wholeTrace } from '../../../shared/model/trace/trace-selection.ts'
import type { TraceTarget } from '../../store/navigation-slice.ts'
import { Button } from '../../ui/controls/button.tsx'
import { HeaderButton } from '../../ui/controls/header-button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Banner } from '../../ui/layout/pane.tsx'
import type { MenuEntry } from '../../ui/overlay/menu-entries.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import { SavePartDialog } from './save-part/save-part-dialog.tsx'
import { exportTrace, repair } from './trace-commands.ts'
import { useTraceContents, useTraceView } from './view/trace-view.ts'
import { shortcomings } from './trace-words.ts'
import { traceLabels } from './trace-labels.ts'

interface FileActionsProps {
  readonly target: TraceTarget
}

/** What can be done with the file of a trace. */
export function FileActions({ target }: FileActionsProps) {
  const { documentId, path } = target
  const { imported, selection } = useTraceView()
  const { isGrowing, hasCounters, hasHeap } = useTraceContents(({ summary, growth }) => ({
    isGrowing: growth !== null,
    hasCounters: summary.rowCounts.counters > 0,
    hasHeap: summary.hasHeap,
  }))
  const [isSavingPart, setSavingPart] = useState(false)
  // Rules alone leave nothing out.
  const isPart = JSON.stringify({ ...selection, ownCode: undefined }) !== JSON.stringify(wholeTrace)
  return (
    <>
      {hasCounters && (
        <HeaderButton icon={Activity} label={traceLabels.fileActions.countersInLive} onClick={() => openInLive(path)} />
      )}
      {hasHeap && (
        <Button icon={Box} onClick={() => openHeapGraph(path)}>
          {traceLabels.fileActions.heapGraph}
        </Button>
      )}
      <Menu
        trigger={<Button icon={Download}>{traceLabels.fileActions.export}</Button>}
        align="end"
        entries={[
          {
            kind: 'heading',
            label: isPart ? traceLabels.fileActions.samplesAsSelected : traceLabels.fileActions.samples,
          },
          { kind: 'item', label: 'speedscope', run: () => exportTrace(documentId, 'speedscope', selection) },
          ...(imported?.hasTimes === false
            ? []
            : [
                {
                  kind: 'item' as const,
                  label: 'Chromium trace',
                  run: () => exportTrace(documentId, 'chromium-trace', selection),
                },
              ]),
          {
            kind: 'item',
            label: traceLabels.fileActions.foldedStacks,
            run: () => exportTrace(documentId, 'folded', selection),
          },
          { kind: 'item', label: 'pprof', run: () => exportTrace(documentId, 'pprof', selection) },
          {
            kind: 'item',
            label: traceLabels.fileActions.reportHtml,
            run: () => exportTrace(documentId, 'report', selection),
          },
          { kind: 'separator' },
          {
            kind: 'heading',
            label: imported === null ? traceLabels.fileActions.tablesOfRecording : traceLabels.fileActions.tablesOfFile,
          },
          {
            kind: 'item',
            label: traceLabels.fileActions.methodsAsCsv,
            run: () => exportTrace(documentId, 'methods-csv', wholeTrace),
          },
          ...(imported === null ? recordingTables(documentId) : []),
        ]}
      />
      {!isGrowing && imported === null && (
        <>
          <HeaderButton icon={Scissors} label={traceLabels.fileActions.savePart} onClick={() => setSavingPart(true)} />
          <SavePartDialog target={target} isOpen={isSavingPart} onClose={() => setSavingPart(false)} />
        </>
      )}
      <IconButton icon={FolderOpen} label={traceLabels.fileActions.showInFolder} onClick={() => revealFile(path)} />
    </>
  )
}

/** Tables of what only a recording has. */
function recordingTables(documentId: string): readonly MenuEntry[] {
  const table = (label: string, kind: TraceExportKind): MenuEntry => ({
    kind: 'item',
    label,
    run: () => exportTrace(documentId, kind, wholeTrace),
  })
  return [
    table(traceLabels.fileActions.eventTypesAsCsv, 'types-csv'),
    table(traceLabels.fileActions.gcAsCsv, 'gc-csv'),
    table(traceLabels.fileActions.exceptionsAsCsv, 'exceptions-csv'),
  ]
}

interface TraceBannersProps extends FileActionsProps {
  readonly summary: TraceSummary
  /** What became of missing symbols. */
  readonly symbolsText: string | null
}

/** What the file lacks, above everything that it has. */
export function TraceBanners({ target, summary, symbolsText }: TraceBannersProps) {
  const missing = shortcomings(summary)
  const isBroken = !summary.isComplete || summary.damage.length > 0
  return (
    <>
      {missing.map((text) => (
        <Banner
          key={text}
          action={
            isBroken && text === missing[0] ? (
              <Button size="small" icon={Wrench} onClick={() => repair(target.documentId)}>
                {traceLabels.fileActions.saveRepairedCopy}
              </Button>
            ) : undefined
          }
        >
          {text}
        </Banner>
      ))}
      {symbolsText !== null && <Banner>{symbolsText}</Banner>}
    </>
  )
}

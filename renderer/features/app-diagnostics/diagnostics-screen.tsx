import { FileDown } from 'lucide-react'
import { formatBytes, quantityText } from '../../../shared/base/format.ts'
import { background, invoke } from '../../bridge/bridge.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { appStore, useApp } from '../../store/create-store.ts'
import { selectIsActive } from '../../store/navigation-slice.ts'
import { Button } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { PaneHeader, Toolbar } from '../../ui/layout/pane.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import styles from './diagnostics-screen.module.css'
import { LogView } from './log-view.tsx'
import { QueueTable } from './queue-table.tsx'
import { useDiagnostics } from './use-diagnostics.ts'
import { reportAs, revealFile } from '../../commands/page-actions.ts'
import { diagnosticsLabels } from './diagnostics-labels.ts'

/** How Pipescope itself is doing, and the way to tell somebody about it. */
export function DiagnosticsScreen() {
  const isActive = useApp(selectIsActive('diagnostics'))
  const { queues, records, error } = useDiagnostics(isActive)
  useCommands([
    {
      id: 'diagnostics.saveReport',
      title: diagnosticsLabels.screen.saveProblemReport,
      group: diagnosticsLabels.screen.pipescopeDiagnostics,
      when: () => true,
      run: saveReport,
    },
  ])
  return (
    <div className={styles.screen} aria-busy={queues === null && error === null}>
      <h1 className="visually-hidden">{diagnosticsLabels.screen.pipescopeDiagnostics}</h1>
      <Toolbar label={diagnosticsLabels.screen.pipescopeDiagnostics} className={styles.toolbar}>
        <span className={cx('muted', 'grow', styles.promise)}>{diagnosticsLabels.screen.explanation}</span>
        <Button kind="primary" icon={FileDown} onClick={saveReport}>
          {diagnosticsLabels.screen.saveProblemReport}
        </Button>
      </Toolbar>
      {queues === null && error !== null ? (
        <ErrorState isCentred error={error} />
      ) : (
        <div className={styles.body}>
          {queues === null ? <LoadingQueues /> : <QueueTable queues={queues} />}
          <Versions />
          <LogView records={records} />
        </div>
      )}
    </div>
  )
}

function LoadingQueues() {
  return (
    <section className={styles.queues} aria-label={diagnosticsLabels.screen.queues}>
      <PaneHeader title={diagnosticsLabels.screen.queuesFromSocketScreen} />
      {[220, 180, 240].map((width) => (
        <Skeleton key={width} width={width} height={10} />
      ))}
    </section>
  )
}

function saveReport(): void {
  const { addNotice } = appStore.getState()
  background(
    invoke('diagnostics.saveReport', {}).then((saved) => {
      if (!saved) return
      addNotice({
        tone: 'ok',
        title: diagnosticsLabels.screen.problemReportSaved,
        text: `${saved.path}, ${quantityText(formatBytes(saved.sizeBytes))}`,
        action: {
          label: diagnosticsLabels.screen.showFile,
          run: () => revealFile(saved.path),
        },
      })
    }),
    'diagnostics.saveReport',
    reportAs(diagnosticsLabels.screen.couldntSave),
  )
}

function Versions() {
  const facts = useApp((state) => state.facts)
  const rows: readonly (readonly [string, string])[] =
    facts === null
      ? []
      : [
          ['Pipescope', facts.version],
          ['Electron', facts.electronVersion],
          ['Chromium', facts.chromiumVersion],
          ['Node', facts.nodeVersion],
          [diagnosticsLabels.screen.system, `${facts.platform}, ${facts.architecture}`],
          [
            diagnosticsLabels.screen.sandbox,
            facts.isSandboxed ? diagnosticsLabels.screen.on : diagnosticsLabels.screen.off,
          ],
          [
            diagnosticsLabels.screen.package,
            facts.isPackaged ? diagnosticsLabels.screen.packaged : diagnosticsLabels.screen.runningFromSource,
          ],
        ]
  return (
    <section className={styles.facts} aria-label={diagnosticsLabels.screen.versions}>
      <PaneHeader title={diagnosticsLabels.screen.versions} />
      <dl className={styles.factList}>
        {rows.map(([name, value]) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd className="selectable">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

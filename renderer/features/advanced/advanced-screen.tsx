import { SquareTerminal } from 'lucide-react'
import { appStore, useApp } from '../../store/create-store.ts'
import type { RecordTarget } from '../../store/record-slice.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Banner } from '../../ui/layout/pane.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import styles from './advanced-screen.module.css'
import { PerfMapSection } from './perf-map-section.tsx'
import { ProfilerSection } from './profiler-section.tsx'
import { VariableSection } from './variable-section.tsx'
import { advancedLabels } from './advanced-labels.ts'

/** What changes a process from outside. Every section says what it does to the process before it does it. */
export function AdvancedScreen({ target }: { readonly target: RecordTarget }) {
  const row = useApp((state) => state.processRows.find(({ key }) => key === target.processKey) ?? null)
  const isGone = row === null || row.state === 'exited'
  return (
    <div className={styles.screen}>
      <PageHeader title={advancedLabels.screen.modify(target.name)} detail={`PID ${String(target.pid)}`}>
        <Button icon={SquareTerminal} onClick={() => appStore.getState().openForProcess('console', target)}>
          {advancedLabels.screen.rawIpcConsole}
        </Button>
      </PageHeader>
      {isGone ? (
        <Banner tone="note">{advancedLabels.screen.exited}</Banner>
      ) : (
        <Banner>{advancedLabels.screen.explanation}</Banner>
      )}
      {!isGone && (
        <div className={styles.sections}>
          <ProfilerSection target={target} isWaiting={row.state === 'suspended'} />
          <div className={styles.column}>
            <VariableSection target={target} />
            <PerfMapSection target={target} />
          </div>
        </div>
      )}
    </div>
  )
}

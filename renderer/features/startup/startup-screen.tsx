import { Play, Rocket } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { Banner } from '../../ui/layout/pane.tsx'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { LaunchForm } from './launch-form.tsx'
import { LaunchesList } from './launches-list.tsx'
import { ListenForm } from './listen-form.tsx'
import { PrepareDialog } from './prepare-dialog.tsx'
import { runtimeRows, sumText, waitedLong } from './runtime-rows.ts'
import { RuntimesTable } from './runtimes-table.tsx'
import { launchAgain, releaseAll } from './startup-commands.ts'
import styles from './startup-screen.module.css'
import { usePorts, useSeconds } from './use-ports.ts'

const nothing = { ports: [], launches: [] }

/** Launch and listen at the left; who came, and what was launched, at the right. */
export function StartupScreen() {
  const { state, error } = usePorts()
  const [filter, setFilter] = useState<'all' | 'waiting'>('all')
  const [preparedKey, setPreparedKey] = useState<string | null>(null)
  const rows = useMemo(() => runtimeRows(state ?? nothing), [state])
  const waiting = rows.filter(({ runtime }) => runtime.phase === 'waiting')
  const nowMs = useSeconds(waiting.length > 0)
  if (error !== null) return <ErrorState isCentred error={error} title="Couldn’t watch the ports" />
  const late = waitedLong(rows, nowMs)
  const launches = state?.launches ?? []
  const shown = filter === 'all' ? rows : waiting
  const prepared = waiting.find(({ key }) => key === preparedKey)
  const releaseButton = (
    <Button kind={late.length > 0 ? 'danger' : 'standard'} icon={Play} onClick={releaseAll}>
      Resume all
    </Button>
  )
  return (
    <div className={styles.screen} aria-busy={state === null}>
      <div className={styles.side}>
        <LaunchForm />
        <ListenForm ports={(state?.ports ?? []).filter((port) => port.launchId === null)} />
      </div>
      <div className={styles.main}>
        {late.length > 0 && (
          <Banner tone="bad" action={releaseButton}>
            <strong>{lateText(late.length)}</strong> They can’t start until you resume them. Quitting Pipescope resumes
            them too.
          </Banner>
        )}
        <header className={styles.head}>
          <h2>Connected runtimes</h2>
          <span className="muted">{sumText(rows)}</span>
          <span className={styles.grow} />
          {waiting.length > 0 && late.length === 0 && releaseButton}
          {rows.length > 0 && (
            <SegmentedControl
              label="Which runtimes"
              segments={[
                { value: 'all', label: 'All' },
                { value: 'waiting', label: 'Waiting' },
              ]}
              value={filter}
              onChange={setFilter}
            />
          )}
        </header>
        {rows.length === 0 ? (
          <EmptyState
            icon={Rocket}
            title="No runtimes connected"
            text="Launch a program, or open a port and start one with the snippet below it. It appears here before it runs any code."
          />
        ) : (
          <div className={styles.scroll}>
            <RuntimesTable rows={shown} nowMs={nowMs} onPrepare={({ key }) => setPreparedKey(key)} />
            {shown.length === 0 && <p className={styles.none}>No runtime is waiting.</p>}
          </div>
        )}
        {prepared !== undefined && (
          <PrepareDialog key={prepared.key} row={prepared} onClose={() => setPreparedKey(null)} />
        )}
        {launches.length > 0 && (
          <section className={styles.launchPane} aria-label="Launched by Pipescope">
            <h3 className={styles.subhead}>Launched by Pipescope</h3>
            <LaunchesList launches={launches} onAgain={launchAgain} />
          </section>
        )}
      </div>
    </div>
  )
}

function lateText(count: number): string {
  return count === 1
    ? 'A runtime has been waiting for more than 30 s.'
    : `${String(count)} runtimes have been waiting for more than 30 s.`
}

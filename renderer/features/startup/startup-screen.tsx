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
import { useStateStream } from '../../bridge/use-state-stream.ts'
import { useSeconds } from './use-ports.ts'
import { startupLabels } from './startup-labels.ts'

const nothing = { ports: [], launches: [] }

/** Launch and listen at the left; who came, and what was launched, at the right. */
export function StartupScreen() {
  const { state, error } = useStateStream('ports.state')
  const [filter, setFilter] = useState<'all' | 'waiting'>('all')
  const [preparedKey, setPreparedKey] = useState<string | null>(null)
  const rows = useMemo(() => runtimeRows(state ?? nothing), [state])
  const waiting = rows.filter(({ runtime }) => runtime.phase === 'waiting')
  const nowMs = useSeconds(waiting.length > 0)
  if (error !== null) return <ErrorState isCentred error={error} title={startupLabels.screen.couldntWatchThePorts} />
  const late = waitedLong(rows, nowMs)
  const launches = state?.launches ?? []
  const shown = filter === 'all' ? rows : waiting
  const prepared = waiting.find(({ key }) => key === preparedKey)
  const releaseButton = (
    <Button kind={late.length > 0 ? 'danger' : 'standard'} icon={Play} onClick={releaseAll}>
      {startupLabels.screen.resumeAll}
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
            <strong>{lateText(late.length)}</strong> {startupLabels.screen.lateHint}
          </Banner>
        )}
        <header className={styles.head}>
          <h2>{startupLabels.screen.connectedRuntimes}</h2>
          <span className="muted">{sumText(rows)}</span>
          <span className={styles.grow} />
          {waiting.length > 0 && late.length === 0 && releaseButton}
          {rows.length > 0 && (
            <SegmentedControl
              label={startupLabels.screen.whichRuntimes}
              segments={[
                { value: 'all', label: startupLabels.screen.all },
                { value: 'waiting', label: startupLabels.screen.waiting },
              ]}
              value={filter}
              onChange={setFilter}
            />
          )}
        </header>
        {rows.length === 0 ? (
          <EmptyState
            icon={Rocket}
            title={startupLabels.screen.noRuntimesConnected}
            text={startupLabels.screen.noRuntimesText}
          />
        ) : (
          <div className={styles.scroll}>
            <RuntimesTable rows={shown} nowMs={nowMs} onPrepare={({ key }) => setPreparedKey(key)} />
            {shown.length === 0 && <p className={styles.none}>{startupLabels.screen.noRuntimeIsWaiting}</p>}
          </div>
        )}
        {prepared !== undefined && (
          <PrepareDialog key={prepared.key} row={prepared} onClose={() => setPreparedKey(null)} />
        )}
        {launches.length > 0 && (
          <section className={styles.launchPane} aria-label={startupLabels.screen.launchedByPipescope}>
            <h3 className={styles.subhead}>{startupLabels.screen.launchedByPipescope}</h3>
            <LaunchesList launches={launches} onAgain={launchAgain} />
          </section>
        )}
      </div>
    </div>
  )
}

function lateText(count: number): string {
  return count === 1 ? startupLabels.screen.oneLate : startupLabels.screen.manyLate(String(count))
}

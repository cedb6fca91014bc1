import { History, Plus, Save } from 'lucide-react'
import { useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { notKeptLines } from '../../../shared/words/rule-problem-words.ts'
import { useStateStream } from '../../bridge/use-state-stream.ts'
import { showKeys } from '../../commands/keys.ts'
import { isMac } from '../../commands/platform.ts'
import { appStore, useApp } from '../../store/create-store.ts'
import { selectIsActive } from '../../store/navigation-slice.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Banner } from '../../ui/layout/pane.tsx'
import { mostFlightRecorders, saveAll, selectFlights } from './flight-commands.ts'
import { FlightRow } from './flight-row.tsx'
import styles from './flight.module.css'
import { flightLabels } from './flight-labels.ts'

/** Percent of one core. */
const accepted = [1, 2, 5, 10, 20].map((value) => ({ value, label: flightLabels.screen.ofACore(String(value)) }))

const start = () => appStore.getState().askForFlight([])

/** Every flight recorder that runs: what it keeps, what it costs, and *Save now*. */
export function FlightScreen() {
  const flights = useApp(useShallow(selectFlights))
  const isActive = useApp(selectIsActive('flight'))
  const { state: rules } = useStateStream('rules.state')
  const troubles = notKeptLines(rules?.rules.flatMap(({ watched }) => watched) ?? [])
  const [acceptedPercent, setAcceptedPercent] = useState(5)
  return (
    <div className={styles.screen}>
      <PageHeader
        title={flightLabels.screen.flightRecorders}
        detail={flightLabels.screen.countRunning(String(flights.length), String(mostFlightRecorders))}
      >
        <span className={styles.accepted}>
          {flightLabels.screen.adviseAbove}
          <Select
            label={flightLabels.screen.adviseAbove}
            options={accepted}
            value={acceptedPercent}
            onChange={setAcceptedPercent}
          />
        </span>
        <Button icon={Plus} onClick={start}>
          {flightLabels.screen.keepMore}
        </Button>
        <Button
          kind="primary"
          icon={Save}
          shortcut={showKeys('Mod+Shift+S', isMac)}
          disabled={flights.length === 0}
          onClick={saveAll}
        >
          {flightLabels.screen.saveAllNow}
        </Button>
      </PageHeader>
      {troubles.map(({ names, text }) => (
        <Banner
          key={text}
          tone="warn"
          action={
            <Button kind="link" onClick={() => appStore.getState().openPage('rules')}>
              {flightLabels.screen.showRules}
            </Button>
          }
        >
          <strong>{flightLabels.screen.notKept(names)}</strong> {text}
        </Banner>
      ))}
      {flights.length === 0 ? (
        <EmptyState
          isCentred
          icon={History}
          title={flightLabels.screen.noneRunning}
          text={flightLabels.screen.welcome}
          action={
            <Button kind="primary" icon={Plus} onClick={start}>
              {flightLabels.screen.keepTheLastSeconds}
            </Button>
          }
        />
      ) : (
        <ul className={styles.list} aria-label={flightLabels.screen.flightRecorders}>
          {flights.map((job) => (
            <FlightRow key={job.id} job={job} isShown={isActive} acceptedPercent={acceptedPercent} />
          ))}
        </ul>
      )}
    </div>
  )
}

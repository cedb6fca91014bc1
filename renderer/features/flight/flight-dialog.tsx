import { useState } from 'react'
import type { ProcessRow } from '../../../shared/model/process.ts'
import type { ProcessKey } from '../../../shared/model/ids.ts'
import { presets } from '../../../shared/recording/presets.ts'
import { wordError } from '../../../shared/words/error-wording.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { appStore, useApp } from '../../store/create-store.ts'
import { selectTargetRow } from '../../documents/target-row.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { mostFlightRecorders, saveAll, selectFlights, startFlights, type Failed } from './flight-commands.ts'
import styles from './flight.module.css'
import { flightLabels } from './flight-labels.ts'

const stretches = [10, 30, 60, 120, 300, 600, 1800].map((seconds) => ({
  value: seconds * 1000,
  label: seconds < 60 ? `${String(seconds)} s` : flightLabels.dialog.min(String(seconds / 60)),
}))
const bounds = [64, 128, 512, 2048].map((megabytes) => ({
  value: megabytes * 1024 ** 2,
  label: megabytes < 1024 ? `${String(megabytes)} MiB` : `${String(megabytes / 1024)} GiB`,
}))
const questions = presets.map(({ id, title }) => ({ value: id, label: title }))

const canBeKept = ({ state }: ProcessRow): boolean => state === 'ready' || state === 'limited'

const close = () => appStore.getState().askForFlight(null)

/** Part of the frame: whoever asks for flight recorders opens it. */
export function FlightDialog() {
  const keys = useApp(({ flightKeys }) => flightKeys)
  useCommands([
    {
      id: 'flight.start',
      title: flightLabels.dialog.keepOfProcesses,
      group: flightLabels.dialog.record,
      run: () => {
        const row = selectTargetRow(appStore.getState())
        appStore.getState().askForFlight(row === null ? [] : [row.key])
      },
    },
    {
      id: 'flight.saveAll',
      title: flightLabels.dialog.saveAll,
      group: flightLabels.dialog.record,
      keys: ['Mod+Shift+S'],
      run: saveAll,
    },
  ])
  return keys === null ? null : <OpenedDialog key={keys.join()} keys={keys} />
}

function OpenedDialog({ keys }: { readonly keys: readonly ProcessKey[] }) {
  const allRows = useApp(({ processRows }) => processRows)
  const flights = useApp(({ mainJobs }) => mainJobs)
  const running = selectFlights({ ...appStore.getState(), mainJobs: flights })
  const kept = new Set(running.map(({ target }) => target?.processKey))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(keys))
  const [choice, setChoice] = useState({ presetId: 'time', lastMs: 60_000, maxBytes: 512 * 1024 ** 2 })
  const [isStarting, setIsStarting] = useState(false)
  const [failed, setFailed] = useState<readonly Failed[]>([])
  const rows = allRows.filter((row) => (canBeKept(row) && !row.isTool) || chosen.has(row.key))
  const wanted = rows.filter((row) => chosen.has(row.key) && canBeKept(row) && !kept.has(row.key))
  const free = mostFlightRecorders - running.length
  const start = async () => {
    setIsStarting(true)
    const notStarted = await startFlights(wanted, choice)
    setIsStarting(false)
    setFailed(notStarted)
    if (notStarted.length > 0) return
    close()
    appStore.getState().markProcesses([])
    appStore.getState().openPage('flight')
  }
  const toggle = (key: string, isOn: boolean) => {
    const next = new Set(chosen)
    if (isOn) next.add(key)
    else next.delete(key)
    setChosen(next)
  }
  return (
    <Dialog
      isOpen
      isWide
      onClose={close}
      title={flightLabels.dialog.keepTheLastSeconds}
      description={flightLabels.dialog.explanation}
      footer={
        <>
          <span className={styles.room} role="status">
            {wanted.length > free
              ? flightLabels.dialog.limit(String(mostFlightRecorders), String(Math.max(0, free)))
              : ''}
          </span>
          <Button onClick={close}>{flightLabels.dialog.cancel}</Button>
          <Button
            kind="primary"
            disabled={isStarting || wanted.length === 0 || wanted.length > free}
            onClick={() => void start()}
          >
            {wanted.length <= 1 ? flightLabels.dialog.start : flightLabels.dialog.startRecorders(String(wanted.length))}
          </Button>
        </>
      }
    >
      <fieldset className={styles.choices}>
        <legend>{flightLabels.dialog.processes}</legend>
        {rows.length === 0 && <p className="muted">{flightLabels.dialog.noProcess}</p>}
        {rows.map((row) => (
          <Checkbox
            key={row.key}
            isChecked={chosen.has(row.key)}
            isDisabled={kept.has(row.key) || !canBeKept(row)}
            onChange={(isOn) => toggle(row.key, isOn)}
          >
            <span>{row.name}</span>
            <span className={styles.fact}>{factsOf(row, kept.has(row.key))}</span>
          </Checkbox>
        ))}
      </fieldset>
      <div className={styles.fields}>
        <span>{flightLabels.dialog.question}</span>
        <Select
          label={flightLabels.dialog.question}
          options={questions}
          value={choice.presetId}
          onChange={(presetId) => setChoice({ ...choice, presetId })}
        />
        <span>{flightLabels.dialog.keepTheLast}</span>
        <Select
          label={flightLabels.dialog.keepTheLast}
          options={stretches}
          value={choice.lastMs}
          onChange={(lastMs) => setChoice({ ...choice, lastMs })}
        />
        <span>{flightLabels.dialog.atMostEach}</span>
        <Select
          label={flightLabels.dialog.atMostEach}
          options={bounds}
          value={choice.maxBytes}
          onChange={(maxBytes) => setChoice({ ...choice, maxBytes })}
        />
      </div>
      {failed.map(({ row, error }) => (
        <p key={row.key} className={styles.problem} role="alert">
          {`${row.name}, PID ${String(row.pid)}: ${wordError(error).what}. ${wordError(error).next}`}
        </p>
      ))}
    </Dialog>
  )
}

function factsOf(row: ProcessRow, isKept: boolean): string {
  const facts = [`PID ${String(row.pid)}`]
  if (row.runtimeVersion !== null) facts.push(`.NET ${row.runtimeVersion}`)
  if (isKept) facts.push(flightLabels.dialog.alreadyKept)
  else if (!canBeKept(row)) facts.push(flightLabels.dialog.cantBeRecorded)
  return facts.join(' · ')
}

import { useId, useState } from 'react'
import type { AppError } from '../../../shared/base/errors.ts'
import { formatDateTime, formatNumber } from '../../../shared/base/format.ts'
import type { DryRun, DryRunSource } from '../../../shared/model/rules.ts'
import { conditionText, skipWords } from '../../../shared/rules/rule-words.ts'
import type { Rule } from '../../../shared/rules/rule.ts'
import { useApp } from '../../store/create-store.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { Menu, type MenuEntry } from '../../ui/overlay/menu.tsx'
import { DryRunChart } from './dry-run-chart.tsx'
import { chooseRecording, dryRun } from './rules-commands.ts'
import { ruleLabels } from './rule-labels.ts'
import styles from './rules.module.css'

interface Source {
  readonly source: DryRunSource
  readonly name: string
}

interface Outcome {
  /** What was tried: a rule that was changed since may do something else. */
  readonly rule: Rule
  readonly run: DryRun | null
  readonly error: AppError | null
}

interface DryRunPaneProps {
  readonly rule: Rule
  readonly isPossible: boolean
}

/** Where the rule would have fired, over a recording, a file of counters or what Live holds of a process. */
export function DryRunPane({ rule, isPossible }: DryRunPaneProps) {
  const [chosen, setChosen] = useState<Source | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [isRunning, setIsRunning] = useState(false)
  const start = (source: Source) => {
    setChosen(source)
    setIsRunning(true)
    dryRun(rule, source.source, (ended) => {
      setIsRunning(false)
      if ('run' in ended) setOutcome({ rule, run: ended.run, error: null })
      else if (ended.error !== null) setOutcome({ rule, run: null, error: ended.error })
    })
  }
  const entries = useSources(start)
  const isOutdated = outcome !== null && outcome.rule !== rule
  return (
    <section className={styles.pane} aria-label={ruleLabels.dryRun.title} aria-busy={isRunning}>
      <header className={styles.paneHead}>
        <h2 className={styles.subtitle}>{ruleLabels.dryRun.title}</h2>
        <span className="muted">{ruleLabels.dryRun.over}</span>
        <Menu
          trigger={<Button disabled={!isPossible || isRunning}>{chosen?.name ?? ruleLabels.dryRun.choose}</Button>}
          entries={entries}
        />
        {chosen !== null && isOutdated && (
          <Button disabled={!isPossible || isRunning} onClick={() => start(chosen)}>
            {ruleLabels.dryRun.runAgain}
          </Button>
        )}
        <span className={styles.grow} />
        <span aria-live="polite">
          {isRunning ? ruleLabels.dryRun.reading : outcome?.run ? sumText(outcome.run) : ''}
        </span>
      </header>
      {outcome?.error != null && <ErrorState error={outcome.error} title={ruleLabels.dryRun.couldntTry} />}
      {outcome?.run != null && <RunResult rule={outcome.rule} run={outcome.run} />}
      {outcome === null && <p className={styles.hint}>{ruleLabels.dryRun.explanation}</p>}
    </section>
  )
}

function useSources(start: (source: Source) => void): MenuEntry[] {
  const tabs = useApp(({ documents }) => documents)
  const live = tabs.flatMap((tab) => (tab.kind === 'live' && tab.liveTarget.kind === 'process' ? [tab.liveTarget] : []))
  return [
    ...live.map(({ processKey, name, pid }): MenuEntry => {
      const label = ruleLabels.dryRun.liveHistory(name, String(pid))
      return { kind: 'item', label, run: () => start({ source: { kind: 'live', processKey }, name: label }) }
    }),
    {
      kind: 'item',
      label: ruleLabels.dryRun.recordingOrCounterFile,
      run: () =>
        chooseRecording((path) => start({ source: { kind: 'file', path }, name: path.split(/[/\\]/).at(-1) ?? path })),
    },
  ]
}

function sumText({ fired }: DryRun): string {
  const skippedCount = fired.filter(({ skipped }) => skipped !== null).length
  const count = fired.length - skippedCount
  const times =
    count === 0
      ? ruleLabels.dryRun.wouldNotHaveFired
      : count === 1
        ? ruleLabels.dryRun.wouldHaveFiredOnce
        : ruleLabels.dryRun.wouldHaveFired(String(count))
  return skippedCount === 0 ? times : ruleLabels.dryRun.andSkipped(times, skippedCount)
}

function RunResult({ rule, run }: { readonly rule: Rule; readonly run: DryRun }) {
  const display = useApp(({ settings }) => settings.timeDisplay)
  const captionId = useId()
  const shown = run.conditionIndex === null ? null : rule.conditions[run.conditionIndex]
  return (
    <>
      {run.silent.map((index) => (
        <p key={String(index)} className={styles.hint}>
          {ruleLabels.dryRun.noData(conditionText(rule.conditions[index]!))}
        </p>
      ))}
      <p className={styles.caption} id={captionId}>
        {shown == null ? ruleLabels.dryRun.noValues : conditionText(shown)}
      </p>
      <DryRunChart run={run} labelledBy={captionId} />
      <ol className={styles.marks} aria-label={ruleLabels.dryRun.marks}>
        {run.fired.slice(0, 20).map(({ timeMs, reached, skipped }) => (
          <li key={`${String(timeMs)} ${reached}`}>
            <span className="tabular">{formatDateTime(timeMs, display)}</span>
            {reached !== '' && <span>{reached}</span>}
            {skipped !== null && <span className="muted">{ruleLabels.dryRun.skipped(skipWords[skipped])}</span>}
          </li>
        ))}
        {run.fired.length > 20 && (
          <li className="muted">{ruleLabels.dryRun.more(formatNumber(run.fired.length - 20))}</li>
        )}
      </ol>
    </>
  )
}

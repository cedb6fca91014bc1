import { formatBytes, formatDateTime, quantityText } from '../../../shared/base/format.ts'
import type { RuleEntry, RulesState } from '../../../shared/model/rules.ts'
import { useApp, appStore } from '../../store/create-store.ts'
import { newRuleId } from '../../store/rules-slice.ts'
import { cx } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { leftText, offWords, watchedText } from './rule-words.ts'
import { keepInBackground, setArmed, startAtLogin } from './rules-commands.ts'
import styles from './rules.module.css'

interface RulesListProps {
  readonly state: RulesState
  readonly shownId: string | null
  readonly hasNew: boolean
}

export function RulesList({ state, shownId, hasNew }: RulesListProps) {
  const { rules, background } = state
  const armedCount = rules.filter(({ isArmed }) => isArmed).length
  return (
    <>
      <div className={styles.sum}>
        {rules.length === 0 ? 'Nothing to watch for yet' : `${String(armedCount)} of ${String(rules.length)} armed`}
      </div>
      <ul className={styles.rules}>
        {hasNew && (
          <li className={cx(styles.rule, shownId === newRuleId && styles.shown)}>
            <span />
            <RuleButton
              id={newRuleId}
              name={appStore.getState().ruleDrafts[newRuleId]?.name ?? ''}
              facts={['Not saved']}
            />
          </li>
        )}
        {rules.map((entry) => (
          <RuleRow key={entry.id} entry={entry} isShown={entry.id === shownId} />
        ))}
      </ul>
      <KeptSummary />
      <div className={styles.background}>
        <Switch isOn={background.isKept} onChange={keepInBackground}>
          Keep running when the last window is closed
        </Switch>
        <Switch isOn={background.startsAtLogin} onChange={startAtLogin}>
          Start at login, without a window
        </Switch>
        <p className="muted">
          {background.isKept
            ? 'Armed rules keep working without a window. Start Pipescope again, or use its icon in the notification area, to come back.'
            : 'Armed rules work while Pipescope is running. They are armed again after a restart.'}
        </p>
      </div>
    </>
  )
}

/** What is kept for rules and for people, in one line. */
function KeptSummary() {
  const jobs = useApp(({ mainJobs }) => mainJobs)
  const flights = jobs.filter(({ kind, state }) => kind === 'ring' && state === 'running')
  const bytes = flights.reduce((sum, job) => sum + (job.bytes ?? 0), 0)
  const text =
    flights.length === 0
      ? 'None is running. A rule that saves the last seconds starts its own.'
      : `${String(flights.length)} running, ${quantityText(formatBytes(bytes))} on disk`
  return (
    <section className={styles.kept} aria-label="Flight recorders">
      <h2 className={styles.subtitle}>Flight recorders</h2>
      <p className="muted">{text}</p>
      <Button onClick={() => appStore.getState().openPage('flight')}>Show what they keep and cost</Button>
    </section>
  )
}

function RuleRow({ entry, isShown }: { readonly entry: RuleEntry; readonly isShown: boolean }) {
  const display = useApp(({ settings }) => settings.timeDisplay)
  const isDrafted = useApp(({ ruleDrafts }) => ruleDrafts[entry.id] !== undefined)
  const { id, rule, isArmed, off, lastFiredMs } = entry
  const fired = lastFiredMs === null ? 'Never fired' : `Last fired ${formatDateTime(lastFiredMs, display)}`
  const facts = [off === null ? fired : offWords[off.reason], leftText(entry)]
  if (isArmed) facts.push(watchedText(entry))
  if (isDrafted) facts.push('Changed, not saved')
  return (
    <li className={cx(styles.rule, isShown && styles.shown, !isArmed && styles.off)}>
      <Switch isOn={isArmed} isDisabled={isDrafted} onChange={(next) => setArmed(id, next)}>
        <span className="visually-hidden">{`${rule.name} is armed`}</span>
      </Switch>
      <RuleButton id={id} name={rule.name} facts={facts} isShown={isShown} />
    </li>
  )
}

interface RuleButtonProps {
  readonly id: string
  readonly name: string
  readonly facts: readonly string[]
  readonly isShown?: boolean
}

function RuleButton({ id, name, facts, isShown = true }: RuleButtonProps) {
  return (
    <button
      type="button"
      className={styles.ruleButton}
      aria-current={isShown}
      onClick={() => appStore.getState().showRule(id)}
    >
      <span className={styles.ruleName}>{name === '' ? 'No name' : name}</span>
      <span className={styles.facts}>{facts.join(' · ')}</span>
    </button>
  )
}

import { formatBytes, formatDateTime, quantityText } from '../../../shared/base/format.ts'
import type { RuleEntry, RulesState } from '../../../shared/model/rules.ts'
import { useApp, appStore } from '../../store/create-store.ts'
import { newRuleId } from '../../store/rules-slice.ts'
import { cx } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { leftText, offWords, watchedText } from './rule-words.ts'
import { keepInBackground, setArmed, startAtLogin } from './rules-commands.ts'
import { ruleLabels } from './rule-labels.ts'
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
        {rules.length === 0
          ? ruleLabels.list.nothingYet
          : ruleLabels.list.ofArmed(String(armedCount), String(rules.length))}
      </div>
      <ul className={styles.rules}>
        {hasNew && (
          <li className={cx(styles.rule, shownId === newRuleId && styles.shown)}>
            <span />
            <RuleButton
              id={newRuleId}
              name={appStore.getState().ruleDrafts[newRuleId]?.name ?? ''}
              facts={[ruleLabels.list.notSaved]}
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
          {ruleLabels.list.keepRunning}
        </Switch>
        <Switch isOn={background.startsAtLogin} onChange={startAtLogin}>
          {ruleLabels.list.startAtLogin}
        </Switch>
        <p className="muted">
          {background.isKept ? ruleLabels.list.worksWithoutWindow : ruleLabels.list.worksWhileRunning}
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
      ? ruleLabels.list.noneRunning
      : ruleLabels.list.running(String(flights.length), quantityText(formatBytes(bytes)))
  return (
    <section className={styles.kept} aria-label={ruleLabels.list.flightRecorders}>
      <h2 className={styles.subtitle}>{ruleLabels.list.flightRecorders}</h2>
      <p className="muted">{text}</p>
      <Button onClick={() => appStore.getState().openPage('flight')}>{ruleLabels.list.showFlightRecorders}</Button>
    </section>
  )
}

function RuleRow({ entry, isShown }: { readonly entry: RuleEntry; readonly isShown: boolean }) {
  const display = useApp(({ settings }) => settings.timeDisplay)
  const isDrafted = useApp(({ ruleDrafts }) => ruleDrafts[entry.id] !== undefined)
  const { id, rule, isArmed, off, lastFiredMs } = entry
  const fired =
    lastFiredMs === null ? ruleLabels.list.neverFired : ruleLabels.list.lastFired(formatDateTime(lastFiredMs, display))
  const facts = [off === null ? fired : offWords[off.reason], leftText(entry)]
  if (isArmed) facts.push(watchedText(entry))
  if (isDrafted) facts.push(ruleLabels.list.changedNotSaved)
  return (
    <li className={cx(styles.rule, isShown && styles.shown, !isArmed && styles.off)}>
      <Switch isOn={isArmed} isDisabled={isDrafted} onChange={(next) => setArmed(id, next)}>
        <span className="visually-hidden">{ruleLabels.list.isArmed(rule.name)}</span>
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
      <span className={styles.ruleName}>{name === '' ? ruleLabels.list.noName : name}</span>
      <span className={styles.facts}>{facts.join(' · ')}</span>
    </button>
  )
}

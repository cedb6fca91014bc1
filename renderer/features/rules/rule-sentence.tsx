import { Plus, X } from 'lucide-react'
import type { ActionKind, ConditionKind, Rule, RuleAction, RuleCondition } from '../../../shared/rules/rule.ts'
import { cx } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { ActionFields } from './action-fields.tsx'
import { ConditionFields } from './condition-fields.tsx'
import { actionImpacts, newAction, newCondition } from './rules-model.ts'
import styles from './rules.module.css'
import { Choice, Figure, Span, Words } from './tokens.tsx'
import { ruleLabels } from './rule-labels.ts'

interface SentenceProps {
  readonly rule: Rule
  readonly onChange: (change: Partial<Rule>) => void
}

const mostConditions = 5
const mostActions = 6
const conditionKinds = Object.entries(
  ruleLabels.conditionNames satisfies Record<ConditionKind, string>,
) as readonly (readonly [ConditionKind, string])[]
const actionKinds = Object.entries(ruleLabels.actionNames satisfies Record<ActionKind, string>) as readonly (readonly [
  ActionKind,
  string,
])[]

/** A rule as one sentence, each part of it a control. */
export function RuleSentence({ rule, onChange }: SentenceProps) {
  return (
    <div className={styles.sentence} role="group" aria-label={ruleLabels.sentence.rule}>
      <Conditions rule={rule} onChange={onChange} />
      <Applications rule={rule} onChange={onChange} />
      <Actions rule={rule} onChange={onChange} />
      <Limits rule={rule} onChange={onChange} />
    </div>
  )
}

function replaced<Item>(items: readonly Item[], at: number, item: Item): Item[] {
  return items.map((known, index) => (index === at ? item : known))
}

function without<Item>(items: readonly Item[], at: number): Item[] {
  return items.filter((_item, index) => index !== at)
}

function Conditions({ rule, onChange }: SentenceProps) {
  const { conditions, match } = rule
  const change = (at: number, condition: RuleCondition) => onChange({ conditions: replaced(conditions, at, condition) })
  return (
    <>
      {conditions.map((condition, index) => (
        <div
          className={styles.clause}
          key={String(index)}
          role="group"
          aria-label={ruleLabels.sentence.numberedCondition(String(index + 1))}
        >
          {index === 0 ? (
            ruleLabels.sentence.when
          ) : (
            <Choice
              label={ruleLabels.sentence.joinLabel}
              value={match}
              options={[
                { value: 'all', label: ruleLabels.sentence.and },
                { value: 'any', label: ruleLabels.sentence.or },
              ]}
              onChange={(next) => onChange({ match: next })}
            />
          )}
          <Choice
            label={ruleLabels.sentence.conditionLabel}
            value={condition.kind}
            options={conditionKinds.map(([value, label]) => ({ value, label }))}
            onChange={(kind) => change(index, newCondition(kind))}
          />
          <ConditionFields condition={condition} onChange={(next) => change(index, next)} />
          {conditions.length > 1 && (
            <IconButton
              icon={X}
              size="small"
              label={ruleLabels.sentence.removeCondition(String(index + 1))}
              onClick={() => onChange({ conditions: without(conditions, index) })}
            />
          )}
          {index === conditions.length - 1 && (
            <Button
              kind="quiet"
              icon={Plus}
              disabled={conditions.length >= mostConditions}
              onClick={() => onChange({ conditions: [...conditions, newCondition('usage')] })}
            >
              {ruleLabels.sentence.addCondition}
            </Button>
          )}
        </div>
      ))}
    </>
  )
}

/** None: any, as in a rule that never had one. */
function onMachine({ machine: _before, ...others }: Rule['applications'], machine: string): Rule['applications'] {
  return machine.trim() === '' ? others : { ...others, machine }
}

function Applications({ rule, onChange }: SentenceProps) {
  const { applications } = rule
  const change = (next: Partial<Rule['applications']>) => onChange({ applications: { ...applications, ...next } })
  return (
    <div className={styles.clause} role="group" aria-label={ruleLabels.sentence.applications}>
      {ruleLabels.sentence.on}
      <Words
        label={ruleLabels.sentence.application}
        placeholder={ruleLabels.sentence.applicationPlaceholder}
        isNeeded
        value={applications.name}
        onChange={(name) => change({ name })}
      />
      {ruleLabels.sentence.with}
      <Words
        label={ruleLabels.sentence.commandLineContains}
        placeholder={ruleLabels.sentence.anyCommandLine}
        value={applications.commandLine}
        onChange={(commandLine) => change({ commandLine })}
      />
      {ruleLabels.sentence.onMachine}
      <Words
        label={ruleLabels.sentence.machine}
        placeholder={ruleLabels.sentence.anyMachine}
        value={applications.machine ?? ''}
        onChange={(machine) => onChange({ applications: onMachine(applications, machine) })}
      />
      <Checkbox isChecked={applications.allUsers} onChange={(allUsers) => change({ allUsers })}>
        {ruleLabels.sentence.ofOtherUsersToo}
      </Checkbox>
    </div>
  )
}

function Actions({ rule, onChange }: SentenceProps) {
  const { actions } = rule
  const change = (at: number, action: RuleAction) => onChange({ actions: replaced(actions, at, action) })
  return (
    <>
      {actions.map((action, index) => (
        <div
          className={styles.clause}
          key={String(index)}
          role="group"
          aria-label={ruleLabels.sentence.numberedAction(String(index + 1))}
        >
          {index === 0 ? 'then' : 'and'}
          <span className={cx(styles.action, styles[actionImpacts[action.kind]])}>
            <Choice
              label={ruleLabels.sentence.actionLabel}
              value={action.kind}
              options={actionKinds.map(([value, label]) => ({ value, label }))}
              onChange={(kind) => change(index, newAction(kind))}
            />
          </span>
          <ActionFields action={action} onChange={(next) => change(index, next)} />
          {actions.length > 1 && (
            <IconButton
              icon={X}
              size="small"
              label={ruleLabels.sentence.removeAction(String(index + 1))}
              onClick={() => onChange({ actions: without(actions, index) })}
            />
          )}
          {index === actions.length - 1 && (
            <Button
              kind="quiet"
              icon={Plus}
              disabled={actions.length >= mostActions}
              onClick={() => onChange({ actions: [...actions, newAction('notify')] })}
            >
              {ruleLabels.sentence.addAction}
            </Button>
          )}
        </div>
      ))}
    </>
  )
}

const gib = 1024 ** 3

function Limits({ rule, onChange }: SentenceProps) {
  const { limits } = rule
  const change = (next: Partial<Rule['limits']>) => onChange({ limits: { ...limits, ...next } })
  return (
    <div className={styles.clause} role="group" aria-label={ruleLabels.sentence.limits}>
      {ruleLabels.sentence.atMost}
      <Figure
        label={ruleLabels.sentence.timesPerHour}
        unit={ruleLabels.sentence.perHour}
        isWhole
        least={1}
        most={100}
        value={limits.perHour}
        onChange={(perHour) => change({ perHour })}
      />
      {ruleLabels.sentence.and}
      <Figure
        label={ruleLabels.sentence.timesPerDay}
        unit={ruleLabels.sentence.perDay}
        isWhole
        least={1}
        most={500}
        value={limits.perDay}
        onChange={(perDay) => change({ perDay })}
      />
      {ruleLabels.sentence.forEachApplication}
      <Span
        label={ruleLabels.sentence.apartLabel}
        value={limits.apartMs}
        onChange={(apartMs) => change({ apartMs })}
      />{' '}
      {ruleLabels.sentence.apart}
      <Figure
        label={ruleLabels.sentence.freeDiskSpace}
        unit="GiB"
        scale={gib}
        value={limits.leastFreeBytes}
        onChange={(leastFreeBytes) => change({ leastFreeBytes })}
      />
      {ruleLabels.sentence.diskSpaceIsFree}
      <Figure
        label={ruleLabels.sentence.sizeLimit}
        unit="GiB"
        scale={gib}
        least={0.001}
        value={limits.mostBytes}
        onChange={(mostBytes) => change({ mostBytes })}
      />
      {ruleLabels.sentence.countsAgain}
      <Figure
        label={ruleLabels.sentence.hysteresis}
        unit="%"
        isWhole
        most={50}
        value={limits.hysteresisPercent}
        onChange={(hysteresisPercent) => change({ hysteresisPercent })}
      />
    </div>
  )
}

import { logLevels } from '../../../shared/rules/rule.ts'
import type { ConditionProps } from './rules-model.ts'
import { Choice, Figure, Span, Words } from './tokens.tsx'
import { ruleLabels } from './rule-labels.ts'
import styles from './rules.module.css'

/** Fields of the conditions on events that occur so many times within a while. */

type CountedKind = 'exception' | 'log' | 'event'

export function ExceptionFields({ condition, onChange }: ConditionProps<'exception'>) {
  return (
    <>
      {ruleLabels.conditions.ofType}
      <Words
        label={ruleLabels.conditions.exceptionType}
        placeholder="System.TimeoutException"
        isNeeded
        isWide
        value={condition.type}
        onChange={(type) => onChange({ ...condition, type })}
      />
      {ruleLabels.conditions.withMessage}
      <Words
        label={ruleLabels.conditions.messageContains}
        placeholder={ruleLabels.conditions.any}
        value={condition.message}
        onChange={(message) => onChange({ ...condition, message })}
      />
      {ruleLabels.conditions.areThrown}
      <Times condition={condition} onChange={onChange} />
    </>
  )
}

export function LogFields({ condition, onChange }: ConditionProps<'log'>) {
  return (
    <>
      {ruleLabels.conditions.at}
      <Choice
        label={ruleLabels.conditions.level}
        value={condition.level}
        options={logLevels.map((value) => ({ value, label: ruleLabels.conditions.orWorse(value) }))}
        onChange={(level) => onChange({ ...condition, level })}
      />
      {ruleLabels.conditions.fromCategory}
      <Words
        label={ruleLabels.conditions.category}
        placeholder="MyApp.*"
        isNeeded
        value={condition.category}
        onChange={(category) => onChange({ ...condition, category })}
      />
      {ruleLabels.conditions.withText}
      <Words
        label={ruleLabels.conditions.textContains}
        placeholder={ruleLabels.conditions.any}
        value={condition.text}
        onChange={(text) => onChange({ ...condition, text })}
      />
      {ruleLabels.conditions.areLogged}
      <Times condition={condition} onChange={onChange} />
    </>
  )
}

export function EventFields({ condition, onChange }: ConditionProps<'event'>) {
  return (
    <>
      {ruleLabels.conditions.of}
      <Words
        label={ruleLabels.conditions.provider}
        placeholder="My-EventSource"
        isNeeded
        value={condition.provider}
        onChange={(provider) => onChange({ ...condition, provider })}
      />
      {ruleLabels.conditions.named}
      <Words
        label={ruleLabels.conditions.eventName}
        placeholder={ruleLabels.conditions.eventNamePlaceholder}
        isNeeded
        value={condition.event}
        onChange={(event) => onChange({ ...condition, event })}
      />
      {ruleLabels.conditions.keywords}
      <Words
        label={ruleLabels.conditions.keywordsLabel}
        placeholder="0x0"
        isNeeded
        value={condition.keywords}
        onChange={(keywords) => onChange({ ...condition, keywords })}
      />
      {ruleLabels.conditions.atLevel}
      <Choice
        label={ruleLabels.conditions.eventLevel}
        value={condition.level}
        options={([1, 2, 3, 4, 5] as const).map((value) => ({ value, label: eventLevels[value] }))}
        onChange={(level) => onChange({ ...condition, level })}
      />
      {ruleLabels.conditions.withField}
      <Words
        label={ruleLabels.conditions.field}
        placeholder={ruleLabels.conditions.anyField}
        value={condition.field}
        onChange={(field) => onChange({ ...condition, field })}
      />
      {ruleLabels.conditions.containing}
      <Words
        label={ruleLabels.conditions.fieldContains}
        placeholder={ruleLabels.conditions.anything}
        value={condition.contains}
        onChange={(contains) => onChange({ ...condition, contains })}
      />
      {ruleLabels.conditions.occurs}
      <Times condition={condition} onChange={onChange} />
    </>
  )
}

const eventLevels = {
  1: ruleLabels.conditions.critical,
  2: ruleLabels.conditions.error,
  3: ruleLabels.conditions.warning,
  4: ruleLabels.conditions.informational,
  5: ruleLabels.conditions.verbose,
} as const

function Times({ condition, onChange }: ConditionProps<CountedKind>) {
  return (
    <>
      <span>{ruleLabels.conditions.atLeast}</span>
      <Figure
        label={ruleLabels.conditions.howManyTimes}
        unit="×"
        isWhole
        least={1}
        value={condition.count}
        onChange={(count) => onChange({ ...condition, count })}
      />
      <span className={styles.together}>
        {ruleLabels.conditions.within}
        <Span
          label={ruleLabels.conditions.withinLabel}
          least={1000}
          value={condition.withinMs}
          onChange={(withinMs) => onChange({ ...condition, withinMs })}
        />
      </span>
    </>
  )
}

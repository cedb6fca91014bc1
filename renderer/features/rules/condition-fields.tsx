import { logLevels, measures, processMoments, type RuleCondition } from '../../../shared/rules/rule.ts'
import { measureWords, momentWords } from '../../../shared/rules/rule-words.ts'
import { isCounter, knownCounters } from './rules-model.ts'
import { Choice, Figure, Span, Words } from './tokens.tsx'
import { ruleLabels } from './rule-labels.ts'
import styles from './rules.module.css'

type Kind = RuleCondition['kind']
type Of<Wanted extends Kind> = Extract<RuleCondition, { kind: Wanted }>

type LastingKind = 'counter' | 'usage' | 'thread-pool-queue' | 'http-status' | 'http-duration'
type CountedKind = 'exception' | 'log' | 'event'

interface FieldsProps<Wanted extends Kind> {
  readonly condition: Of<Wanted>
  readonly onChange: (condition: RuleCondition) => void
}

const directions = [
  { value: 'above', label: ruleLabels.conditions.above },
  { value: 'below', label: ruleLabels.conditions.below },
] as const

/** What stands behind the kind of a condition in its sentence. */
export function ConditionFields({ condition, onChange }: FieldsProps<Kind>) {
  switch (condition.kind) {
    case 'counter':
      return <CounterFields condition={condition} onChange={onChange} />
    case 'usage':
      return <UsageFields condition={condition} onChange={onChange} />
    case 'thread-pool-queue':
      return (
        <>
          {ruleLabels.conditions.isAbove}
          <Figure
            label={ruleLabels.conditions.queueLength}
            unit={ruleLabels.conditions.items}
            isWhole
            value={condition.value}
            onChange={(value) => onChange({ ...condition, value })}
          />
          <For condition={condition} onChange={onChange} />
        </>
      )
    case 'gc-pause':
      return (
        <>
          {ruleLabels.conditions.isLongerThan}
          <Figure
            label={ruleLabels.conditions.pause}
            unit="ms"
            value={condition.longerThanMs}
            onChange={(longerThanMs) => onChange({ ...condition, longerThanMs })}
          />
        </>
      )
    case 'exception':
      return <ExceptionFields condition={condition} onChange={onChange} />
    case 'log':
      return <LogFields condition={condition} onChange={onChange} />
    case 'http-status':
      return <StatusFields condition={condition} onChange={onChange} />
    case 'http-duration':
      return <DurationFields condition={condition} onChange={onChange} />
    case 'event':
      return <EventFields condition={condition} onChange={onChange} />
    case 'process':
      return (
        <Choice
          label={ruleLabels.conditions.whatHappens}
          value={condition.what}
          options={processMoments.map((value) => ({ value, label: momentWords[value].replace('the process ', '') }))}
          onChange={(what) => onChange({ ...condition, what })}
        />
      )
  }
}

function For({ condition, onChange }: FieldsProps<LastingKind>) {
  return (
    <span className={styles.together}>
      {ruleLabels.conditions.for}
      <Span
        label={ruleLabels.conditions.howLong}
        value={condition.forMs}
        onChange={(forMs) => onChange({ ...condition, forMs })}
      />
    </span>
  )
}

function Times({ condition, onChange }: FieldsProps<CountedKind>) {
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

const otherCounter = -1

function CounterFields({ condition, onChange }: FieldsProps<'counter'>) {
  const known = knownCounters.findIndex(({ counter }) => isCounter(counter, condition))
  const options = knownCounters.map(({ label }, value) => ({ value, label }))
  return (
    <>
      <Choice
        label={ruleLabels.conditions.counter}
        value={known}
        options={[...options, { value: otherCounter, label: ruleLabels.conditions.otherCounter }]}
        onChange={(index) => {
          const chosen = knownCounters[index]?.counter ?? { provider: 'My-Meter', name: 'my-counter', measure: 'value' }
          onChange({ ...condition, ...chosen })
        }}
      />
      {known === otherCounter && (
        <>
          <Words
            label={ruleLabels.conditions.providerOrMeter}
            placeholder={ruleLabels.conditions.providerOrMeter}
            isNeeded
            value={condition.provider}
            onChange={(provider) => onChange({ ...condition, provider })}
          />
          <Words
            label={ruleLabels.conditions.counterName}
            placeholder={ruleLabels.conditions.counterName}
            isNeeded
            value={condition.name}
            onChange={(name) => onChange({ ...condition, name })}
          />
          <Choice
            label={ruleLabels.conditions.measure}
            value={condition.measure}
            options={measures.map((value) => ({ value, label: measureWords[value] }))}
            onChange={(measure) => onChange({ ...condition, measure })}
          />
          {ruleLabels.conditions.withTags}
          <Words
            label={ruleLabels.conditions.tags}
            placeholder={ruleLabels.conditions.tagsPlaceholder}
            value={condition.tags}
            onChange={(tags) => onChange({ ...condition, tags })}
          />
        </>
      )}
      {ruleLabels.conditions.is}
      <Choice
        label={ruleLabels.conditions.direction}
        value={condition.direction}
        options={directions}
        onChange={(direction) => onChange({ ...condition, direction })}
      />
      <Figure
        label={ruleLabels.conditions.limit}
        unit=""
        least={Number.NEGATIVE_INFINITY}
        value={condition.value}
        onChange={(value) => onChange({ ...condition, value })}
      />
      <For condition={condition} onChange={onChange} />
    </>
  )
}

function UsageFields({ condition, onChange }: FieldsProps<'usage'>) {
  const isMemory = condition.what === 'memory'
  return (
    <>
      <Choice
        label={ruleLabels.conditions.what}
        value={condition.what}
        options={[
          { value: 'memory', label: ruleLabels.conditions.memory },
          { value: 'cpu', label: ruleLabels.conditions.cpu },
          { value: 'container-memory', label: ruleLabels.conditions.containerMemory },
        ]}
        onChange={(what) => onChange({ ...condition, what, value: what === 'memory' ? 1024 ** 3 : 90 })}
      />
      {ruleLabels.conditions.is}
      <Choice
        label={ruleLabels.conditions.direction}
        value={condition.direction}
        options={directions}
        onChange={(direction) => onChange({ ...condition, direction })}
      />
      <Figure
        key={condition.what}
        label={ruleLabels.conditions.limit}
        unit={isMemory ? 'MiB' : '%'}
        scale={isMemory ? 1024 ** 2 : 1}
        value={condition.value}
        onChange={(value) => onChange({ ...condition, value })}
      />
      <For condition={condition} onChange={onChange} />
    </>
  )
}

function ExceptionFields({ condition, onChange }: FieldsProps<'exception'>) {
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

function LogFields({ condition, onChange }: FieldsProps<'log'>) {
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

function Route({ value, onChange }: { readonly value: string; readonly onChange: (route: string) => void }) {
  return (
    <>
      {ruleLabels.conditions.onRoute}
      <Words label={ruleLabels.conditions.route} placeholder="/orders/*" isNeeded value={value} onChange={onChange} />
    </>
  )
}

function StatusFields({ condition, onChange }: FieldsProps<'http-status'>) {
  return (
    <>
      {ruleLabels.conditions.withStatus}
      <Words
        label={ruleLabels.conditions.status}
        placeholder="5xx"
        isNeeded
        value={condition.status}
        onChange={(status) => onChange({ ...condition, status })}
      />
      <Route value={condition.route} onChange={(route) => onChange({ ...condition, route })} />
      {ruleLabels.conditions.areAbove}
      <Figure
        label={ruleLabels.conditions.perSecond}
        unit="/s"
        value={condition.perSecond}
        onChange={(perSecond) => onChange({ ...condition, perSecond })}
      />
      <For condition={condition} onChange={onChange} />
    </>
  )
}

function DurationFields({ condition, onChange }: FieldsProps<'http-duration'>) {
  return (
    <>
      <Choice
        label={ruleLabels.conditions.percentile}
        value={condition.percentile}
        options={(['p50', 'p95', 'p99'] as const).map((value) => ({ value, label: measureWords[value] }))}
        onChange={(percentile) => onChange({ ...condition, percentile })}
      />
      <Route value={condition.route} onChange={(route) => onChange({ ...condition, route })} />
      {ruleLabels.conditions.isAbove}
      <Figure
        label={ruleLabels.conditions.duration}
        unit="ms"
        value={condition.longerThanMs}
        onChange={(longerThanMs) => onChange({ ...condition, longerThanMs })}
      />
      <For condition={condition} onChange={onChange} />
    </>
  )
}

function EventFields({ condition, onChange }: FieldsProps<'event'>) {
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

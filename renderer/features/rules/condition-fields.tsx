import { logLevels, measures, processMoments, type RuleCondition } from '../../../shared/rules/rule.ts'
import { measureWords, momentWords } from '../../../shared/rules/rule-words.ts'
import { isCounter, knownCounters } from './rules-model.ts'
import { Choice, Figure, Span, Words } from './tokens.tsx'

type Kind = RuleCondition['kind']
type Of<Wanted extends Kind> = Extract<RuleCondition, { kind: Wanted }>

type LastingKind = 'counter' | 'usage' | 'thread-pool-queue' | 'http-status' | 'http-duration'
type CountedKind = 'exception' | 'log' | 'event'

interface FieldsProps<Wanted extends Kind> {
  readonly condition: Of<Wanted>
  readonly onChange: (condition: RuleCondition) => void
}

const directions = [
  { value: 'above', label: 'above' },
  { value: 'below', label: 'below' },
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
          is above
          <Figure
            label="Queue length"
            unit="items"
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
          is longer than
          <Figure
            label="Pause"
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
          label="What happens"
          value={condition.what}
          options={processMoments.map((value) => ({ value, label: momentWords[value].replace('the process ', '') }))}
          onChange={(what) => onChange({ ...condition, what })}
        />
      )
  }
}

function For({ condition, onChange }: FieldsProps<LastingKind>) {
  return (
    <>
      <span>for</span>
      <Span label="How long" value={condition.forMs} onChange={(forMs) => onChange({ ...condition, forMs })} />
    </>
  )
}

function Times({ condition, onChange }: FieldsProps<CountedKind>) {
  return (
    <>
      <span>at least</span>
      <Figure
        label="How many times"
        unit="×"
        isWhole
        least={1}
        value={condition.count}
        onChange={(count) => onChange({ ...condition, count })}
      />
      within
      <Span
        label="Within"
        least={1000}
        value={condition.withinMs}
        onChange={(withinMs) => onChange({ ...condition, withinMs })}
      />
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
        label="Counter"
        value={known}
        options={[...options, { value: otherCounter, label: 'Other counter or meter…' }]}
        onChange={(index) => {
          const chosen = knownCounters[index]?.counter ?? { provider: 'My-Meter', name: 'my-counter', measure: 'value' }
          onChange({ ...condition, ...chosen })
        }}
      />
      {known === otherCounter && (
        <>
          <Words
            label="Provider or meter"
            placeholder="Provider or meter"
            isNeeded
            value={condition.provider}
            onChange={(provider) => onChange({ ...condition, provider })}
          />
          <Words
            label="Counter name"
            placeholder="Counter name"
            isNeeded
            value={condition.name}
            onChange={(name) => onChange({ ...condition, name })}
          />
          <Choice
            label="Measure"
            value={condition.measure}
            options={measures.map((value) => ({ value, label: measureWords[value] }))}
            onChange={(measure) => onChange({ ...condition, measure })}
          />
          with tags
          <Words
            label="Tags"
            placeholder="any, or key=value"
            value={condition.tags}
            onChange={(tags) => onChange({ ...condition, tags })}
          />
        </>
      )}
      is
      <Choice
        label="Direction"
        value={condition.direction}
        options={directions}
        onChange={(direction) => onChange({ ...condition, direction })}
      />
      <Figure
        label="Limit"
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
        label="What"
        value={condition.what}
        options={[
          { value: 'memory', label: 'memory (working set)' },
          { value: 'cpu', label: 'CPU usage (of one core)' },
        ]}
        onChange={(what) => onChange({ ...condition, what, value: what === 'cpu' ? 90 : 1024 ** 3 })}
      />
      is
      <Choice
        label="Direction"
        value={condition.direction}
        options={directions}
        onChange={(direction) => onChange({ ...condition, direction })}
      />
      <Figure
        key={condition.what}
        label="Limit"
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
      of type
      <Words
        label="Exception type"
        placeholder="System.TimeoutException"
        isNeeded
        isWide
        value={condition.type}
        onChange={(type) => onChange({ ...condition, type })}
      />
      with message
      <Words
        label="Message contains"
        placeholder="any"
        value={condition.message}
        onChange={(message) => onChange({ ...condition, message })}
      />
      are thrown
      <Times condition={condition} onChange={onChange} />
    </>
  )
}

function LogFields({ condition, onChange }: FieldsProps<'log'>) {
  return (
    <>
      at
      <Choice
        label="Level"
        value={condition.level}
        options={logLevels.map((value) => ({ value, label: `${value} or worse` }))}
        onChange={(level) => onChange({ ...condition, level })}
      />
      from category
      <Words
        label="Category"
        placeholder="MyApp.*"
        isNeeded
        value={condition.category}
        onChange={(category) => onChange({ ...condition, category })}
      />
      with text
      <Words
        label="Text contains"
        placeholder="any"
        value={condition.text}
        onChange={(text) => onChange({ ...condition, text })}
      />
      are logged
      <Times condition={condition} onChange={onChange} />
    </>
  )
}

function StatusFields({ condition, onChange }: FieldsProps<'http-status'>) {
  return (
    <>
      with status
      <Words
        label="Status"
        placeholder="5xx"
        isNeeded
        value={condition.status}
        onChange={(status) => onChange({ ...condition, status })}
      />
      on route
      <Words
        label="Route"
        placeholder="/orders/*"
        isNeeded
        value={condition.route}
        onChange={(route) => onChange({ ...condition, route })}
      />
      are above
      <Figure
        label="Per second"
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
        label="Percentile"
        value={condition.percentile}
        options={(['p50', 'p95', 'p99'] as const).map((value) => ({ value, label: measureWords[value] }))}
        onChange={(percentile) => onChange({ ...condition, percentile })}
      />
      on route
      <Words
        label="Route"
        placeholder="/orders/*"
        isNeeded
        value={condition.route}
        onChange={(route) => onChange({ ...condition, route })}
      />
      is above
      <Figure
        label="Duration"
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
      of
      <Words
        label="Provider"
        placeholder="My-EventSource"
        isNeeded
        value={condition.provider}
        onChange={(provider) => onChange({ ...condition, provider })}
      />
      named
      <Words
        label="Event name"
        placeholder="* or Order/Start"
        isNeeded
        value={condition.event}
        onChange={(event) => onChange({ ...condition, event })}
      />
      (keywords
      <Words
        label="Keywords"
        placeholder="0x0"
        isNeeded
        value={condition.keywords}
        onChange={(keywords) => onChange({ ...condition, keywords })}
      />
      , level
      <Choice
        label="Event level"
        value={condition.level}
        options={([1, 2, 3, 4, 5] as const).map((value) => ({ value, label: eventLevels[value] }))}
        onChange={(level) => onChange({ ...condition, level })}
      />
      ) with field
      <Words
        label="Field"
        placeholder="any field"
        value={condition.field}
        onChange={(field) => onChange({ ...condition, field })}
      />
      containing
      <Words
        label="Field contains"
        placeholder="anything"
        value={condition.contains}
        onChange={(contains) => onChange({ ...condition, contains })}
      />
      occurs
      <Times condition={condition} onChange={onChange} />
    </>
  )
}

const eventLevels = { 1: 'Critical', 2: 'Error', 3: 'Warning', 4: 'Informational', 5: 'Verbose' } as const

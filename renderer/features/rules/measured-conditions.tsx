import { measures } from '../../../shared/rules/rule.ts'
import { measureWords } from '../../../shared/rules/rule-words.ts'
import { isCounter, knownCounters, type ConditionProps } from './rules-model.ts'
import { Choice, Figure, Span, Words } from './tokens.tsx'
import { ruleLabels } from './rule-labels.ts'
import styles from './rules.module.css'

/** Fields of the conditions on a figure that passes a limit for a while. */

type LastingKind = 'counter' | 'usage' | 'thread-pool-queue' | 'http-status' | 'http-duration'

const directions = [
  { value: 'above', label: ruleLabels.conditions.above },
  { value: 'below', label: ruleLabels.conditions.below },
] as const

const otherCounter = -1

export function CounterFields({ condition, onChange }: ConditionProps<'counter'>) {
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
      <Direction condition={condition} onChange={onChange} />
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

export function UsageFields({ condition, onChange }: ConditionProps<'usage'>) {
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
      <Direction condition={condition} onChange={onChange} />
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

export function QueueFields({ condition, onChange }: ConditionProps<'thread-pool-queue'>) {
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
}

export function StatusFields({ condition, onChange }: ConditionProps<'http-status'>) {
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

export function DurationFields({ condition, onChange }: ConditionProps<'http-duration'>) {
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

function Route({ value, onChange }: { readonly value: string; readonly onChange: (route: string) => void }) {
  return (
    <>
      {ruleLabels.conditions.onRoute}
      <Words label={ruleLabels.conditions.route} placeholder="/orders/*" isNeeded value={value} onChange={onChange} />
    </>
  )
}

function Direction({ condition, onChange }: ConditionProps<'counter' | 'usage'>) {
  return (
    <>
      {ruleLabels.conditions.is}
      <Choice
        label={ruleLabels.conditions.direction}
        value={condition.direction}
        options={directions}
        onChange={(direction) => onChange({ ...condition, direction })}
      />
    </>
  )
}

function For({ condition, onChange }: ConditionProps<LastingKind>) {
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

import { useState } from 'react'
import type { StopConditions } from '../../../shared/model/recording.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Input } from '../../ui/controls/input.tsx'
import { Select } from '../../ui/controls/select.tsx'
import own from './stop-column.module.css'
import styles from './record-sheet.module.css'
import { runtimeProvider } from '../../../shared/model/runtime-providers.ts'

interface StopFieldsProps {
  readonly stop: StopConditions
  readonly onChange: (part: Partial<StopConditions>) => void
}

const noEvent = { provider: runtimeProvider, event: null, fields: [] }

/** The first event of a kind, with values of its fields when that matters. */
export function EventStop({ stop, onChange }: StopFieldsProps) {
  const { onEvent } = stop
  const [filter, setFilter] = useState(onEvent?.fields.map(({ field, value }) => `${field}=${value}`).join('; ') ?? '')
  const fields = readFields(filter)
  return (
    <>
      <div className={styles.condition}>
        <Checkbox isChecked={onEvent !== null} onChange={(isOn) => onChange({ onEvent: isOn ? noEvent : null })}>
          On an event
        </Checkbox>
      </div>
      {onEvent !== null && (
        <div className={own.nested}>
          <Input
            label="Provider of the event"
            placeholder="Provider"
            isMono
            value={onEvent.provider}
            problem={onEvent.provider === '' ? 'Enter a provider' : null}
            onChange={(provider) => onChange({ onEvent: { ...onEvent, provider } })}
          />
          <Input
            label="Name or ID of the event"
            placeholder="Name or ID; empty for any"
            isMono
            value={onEvent.event ?? ''}
            onChange={(event) => onChange({ onEvent: { ...onEvent, event: event === '' ? null : event } })}
          />
          <Input
            label="Fields of the event"
            placeholder="Field=value; Field=value"
            isMono
            value={filter}
            problem={fields === null ? 'Field=value, separated by semicolons' : null}
            onChange={(text) => {
              setFilter(text)
              const read = readFields(text)
              if (read !== null) onChange({ onEvent: { ...onEvent, fields: read } })
            }}
          />
        </div>
      )}
    </>
  )
}

const noCounter = { provider: 'System.Runtime', counter: 'cpu-usage', direction: 'above', value: 80 } as const
const directions = [
  { value: 'above', label: 'above' },
  { value: 'below', label: 'below' },
] as const

/** A counter of a provider that is recorded with an interval. */
export function CounterStop({ stop, onChange }: StopFieldsProps) {
  const { onCounter } = stop
  const [text, setText] = useState(String(onCounter?.value ?? noCounter.value))
  return (
    <>
      <div className={styles.condition}>
        <Checkbox
          isChecked={onCounter !== null}
          onChange={(isOn) => onChange({ onCounter: isOn ? { ...noCounter } : null })}
        >
          On a counter
        </Checkbox>
      </div>
      {onCounter !== null && (
        <div className={own.nested}>
          <Input
            label="Provider of the counter"
            isMono
            value={onCounter.provider}
            onChange={(provider) => onChange({ onCounter: { ...onCounter, provider } })}
          />
          <Input
            label="Name of the counter"
            isMono
            value={onCounter.counter}
            onChange={(counter) => onChange({ onCounter: { ...onCounter, counter } })}
          />
          <span className={own.pair}>
            <Select
              label="Above or below"
              options={directions}
              value={onCounter.direction}
              onChange={(direction) => onChange({ onCounter: { ...onCounter, direction } })}
            />
            <Input
              label="Threshold"
              value={text}
              problem={Number.isFinite(Number(text)) && text.trim() !== '' ? null : 'A number'}
              onChange={(next) => {
                setText(next)
                const value = Number(next)
                if (Number.isFinite(value) && next.trim() !== '') onChange({ onCounter: { ...onCounter, value } })
              }}
            />
          </span>
          <p className={styles.hint}>Counters of this provider must be collected too.</p>
        </div>
      )}
    </>
  )
}

function readFields(text: string): { field: string; value: string }[] | null {
  const parts = text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const pairs = parts.map((part) => /^([^=]+)=([\s\S]*)$/.exec(part))
  if (pairs.some((pair) => pair === null)) return null
  return pairs.map((pair) => ({ field: (pair?.[1] ?? '').trim(), value: (pair?.[2] ?? '').trim() }))
}

import { useState } from 'react'
import type { StopConditions } from '../../../shared/model/recording.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Input } from '../../ui/controls/input.tsx'
import { Select } from '../../ui/controls/select.tsx'
import own from './stop-column.module.css'
import styles from './record-sheet.module.css'
import { runtimeProvider } from '../../../shared/model/runtime-providers.ts'
import { recordLabels } from './record-labels.ts'

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
          {recordLabels.stopFields.onAnEvent}
        </Checkbox>
      </div>
      {onEvent !== null && (
        <div className={own.nested}>
          <Input
            label={recordLabels.stopFields.providerOfTheEvent}
            placeholder="Provider"
            isMono
            value={onEvent.provider}
            problem={onEvent.provider === '' ? recordLabels.stopFields.enterAProvider : null}
            onChange={(provider) => onChange({ onEvent: { ...onEvent, provider } })}
          />
          <Input
            label={recordLabels.stopFields.nameOrId}
            placeholder={recordLabels.stopFields.eventPlaceholder}
            isMono
            value={onEvent.event ?? ''}
            onChange={(event) => onChange({ onEvent: { ...onEvent, event: event === '' ? null : event } })}
          />
          <Input
            label={recordLabels.stopFields.fieldsOfTheEvent}
            placeholder={recordLabels.stopFields.fieldsPlaceholder}
            isMono
            value={filter}
            problem={fields === null ? recordLabels.stopFields.fieldsHint : null}
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
  { value: 'above', label: recordLabels.stopFields.above },
  { value: 'below', label: recordLabels.stopFields.below },
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
          {recordLabels.stopFields.onACounter}
        </Checkbox>
      </div>
      {onCounter !== null && (
        <div className={own.nested}>
          <Input
            label={recordLabels.stopFields.providerOfTheCounter}
            isMono
            value={onCounter.provider}
            onChange={(provider) => onChange({ onCounter: { ...onCounter, provider } })}
          />
          <Input
            label={recordLabels.stopFields.nameOfTheCounter}
            isMono
            value={onCounter.counter}
            onChange={(counter) => onChange({ onCounter: { ...onCounter, counter } })}
          />
          <span className={own.pair}>
            <Select
              label={recordLabels.stopFields.aboveOrBelow}
              options={directions}
              value={onCounter.direction}
              onChange={(direction) => onChange({ onCounter: { ...onCounter, direction } })}
            />
            <Input
              label={recordLabels.stopFields.threshold}
              value={text}
              problem={Number.isFinite(Number(text)) && text.trim() !== '' ? null : 'A number'}
              onChange={(next) => {
                setText(next)
                const value = Number(next)
                if (Number.isFinite(value) && next.trim() !== '') onChange({ onCounter: { ...onCounter, value } })
              }}
            />
          </span>
          <p className={styles.hint}>{recordLabels.stopFields.mustBeCollected}</p>
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

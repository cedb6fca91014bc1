import { useState } from 'react'
import { Input } from '../../ui/controls/input.tsx'
import { Select, type SelectOption } from '../../ui/controls/select.tsx'
import { ruleLabels } from './rule-labels.ts'
import styles from './rules.module.css'

/** The parts of a sentence that can be changed. */

interface ChoiceProps<Value extends string | number> {
  readonly label: string
  readonly options: readonly SelectOption<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

export function Choice<Value extends string | number>(props: ChoiceProps<Value>) {
  return <Select {...props} className={styles.choice} />
}

interface FigureProps {
  readonly label: string
  readonly value: number
  readonly unit: string
  readonly least?: number
  readonly most?: number
  /** The value is kept in another unit: so many of it are one of what is shown. */
  readonly scale?: number
  readonly isWhole?: boolean
  readonly onChange: (value: number) => void
}

/** What is typed stays until it is a figure that can be. */
export function Figure({ label, value, unit, least = 0, most, scale = 1, isWhole, onChange }: FigureProps) {
  const shown = String(Number((value / scale).toPrecision(6)))
  const [text, setText] = useState<string | null>(null)
  const problem = text === null ? null : problemOf(text, { least, most, isWhole })
  return (
    <span className={styles.figure}>
      <Input
        label={label}
        inputMode="decimal"
        className={styles.number}
        aria-invalid={problem !== null}
        title={problem ?? undefined}
        value={text ?? shown}
        onChange={(next) => {
          setText(next)
          if (problemOf(next, { least, most, isWhole }) === null) onChange(rounded(Number(next) * scale, isWhole))
        }}
        onBlur={() => setText(null)}
      />
      {unit !== '' && <span className={styles.unit}>{unit}</span>}
    </span>
  )
}

function rounded(value: number, isWhole: boolean | undefined): number {
  return isWhole === true ? Math.round(value) : value
}

interface Bounds {
  readonly least: number
  readonly most: number | undefined
  readonly isWhole: boolean | undefined
}

function problemOf(text: string, { least, most, isWhole }: Bounds): string | null {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) return ruleLabels.tokens.enterANumber
  if (isWhole === true && !Number.isInteger(value)) return ruleLabels.tokens.enterAWholeNumber
  if (value < least) return ruleLabels.tokens.enterAtLeast(String(least))
  return most !== undefined && value > most ? ruleLabels.tokens.enterAtMost(String(most)) : null
}

interface WordsProps {
  readonly label: string
  readonly value: string
  readonly placeholder: string
  readonly isNeeded?: boolean
  readonly isWide?: boolean
  readonly onChange: (value: string) => void
}

export function Words({ label, value, placeholder, isNeeded = false, isWide = false, onChange }: WordsProps) {
  return (
    <Input
      label={label}
      className={isWide ? styles.wide : styles.words}
      placeholder={placeholder}
      aria-invalid={isNeeded && value === ''}
      value={value}
      onChange={onChange}
    />
  )
}

const seconds = [
  [0, ruleLabels.tokens.anInstant],
  [1000, '1 s'],
  [5000, '5 s'],
  [10_000, '10 s'],
  [30_000, '30 s'],
  [60_000, ruleLabels.tokens.n1Min],
  [300_000, ruleLabels.tokens.n5Min],
  [900_000, ruleLabels.tokens.n15Min],
  [3_600_000, '1 h'],
] as const

interface SpanProps {
  readonly label: string
  readonly value: number
  readonly least?: number
  readonly most?: number
  readonly onChange: (value: number) => void
}

/** A stretch of time; one that is not offered (from a file) stays as it is. */
export function Span({ label, value, least = 0, most = 3_600_000, onChange }: SpanProps) {
  const offered = seconds.filter(([ms]) => ms >= least && ms <= most)
  const isKnown = offered.some(([ms]) => ms === value)
  const options = [...offered, ...(isKnown ? [] : [[value, `${String(value / 1000)} s`] as const])]
  return (
    <Choice
      label={label}
      value={value}
      options={options.map(([ms, text]) => ({ value: ms, label: text }))}
      onChange={onChange}
    />
  )
}

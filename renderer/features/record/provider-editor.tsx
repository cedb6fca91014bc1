import { useState } from 'react'
import { levels, type EventLevel, type ProviderSpec } from '../../../shared/model/recording.ts'
import {
  formatArguments,
  hexKeywords,
  isSameProvider,
  parseArguments,
} from '../../../shared/recording/provider-spec.ts'
import { runtimeProvider } from '../../../shared/model/runtime-providers.ts'
import { runtimeKeywords } from '../../../shared/recording/runtime-keywords.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Input } from '../../ui/controls/input.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { Tooltip } from '../../ui/overlay/tooltip.tsx'
import { isSent, levelTitles } from './record-model.ts'
import styles from './provider-editor.module.css'
import { recordLabels } from './record-labels.ts'

interface ProviderEditorProps {
  readonly help: string
  readonly provider: ProviderSpec
  readonly runtimeVersion: string | null
  readonly onChange: (provider: ProviderSpec) => void
}

const levelOptions = levels.map((value) => ({ value, label: levelTitles[value] }))
const filterOptions = [
  { value: 'all', label: recordLabels.providerEditor.allEvents },
  { value: 'allow', label: recordLabels.providerEditor.onlyThese },
  { value: 'deny', label: recordLabels.providerEditor.allExceptThese },
] as const

/** Keywords with help, level, arguments and event ids of one provider. */
export function ProviderEditor({ help, provider, runtimeVersion, onChange }: ProviderEditorProps) {
  const bits = BigInt(provider.keywords)
  const setBits = (next: bigint) => onChange({ ...provider, keywords: hexKeywords(next) })
  const isRuntime = isSameProvider(provider.name, runtimeProvider)
  return (
    <div className={styles.editor}>
      {help !== '' && <p className={styles.help}>{help}</p>}
      <div className={styles.fields}>
        <div className={styles.field}>
          <span className={styles.label}>{recordLabels.providerEditor.level}</span>
          <Select
            label={recordLabels.providerEditor.level}
            options={levelOptions}
            value={provider.level}
            onChange={(level: EventLevel) => onChange({ ...provider, level })}
          />
        </div>
        <KeywordsField provider={provider} onChange={onChange} key={provider.keywords} />
        <ArgumentsField provider={provider} onChange={onChange} />
        <EventFilterFields provider={provider} runtimeVersion={runtimeVersion} onChange={onChange} />
      </div>
      {isRuntime && (
        <ul className={styles.keywords} aria-label={recordLabels.providerEditor.keywords}>
          {runtimeKeywords.map((keyword) => (
            <li key={keyword.name}>
              <Tooltip
                text={
                  keyword.since === null ? keyword.help : recordLabels.providerEditor.since(keyword.help, keyword.since)
                }
              >
                <span>
                  <Checkbox
                    isChecked={(bits & keyword.bit) !== 0n}
                    isDisabled={!isSent(keyword.since, runtimeVersion)}
                    onChange={(isOn) => setBits(isOn ? bits | keyword.bit : bits & ~keyword.bit)}
                  >
                    {keyword.title}
                    {keyword.isHeavy && <span className={styles.heavy}> {recordLabels.providerEditor.heavy}</span>}
                  </Checkbox>
                </span>
              </Tooltip>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type FieldProps = Pick<ProviderEditorProps, 'provider' | 'onChange'>

function KeywordsField({ provider, onChange }: FieldProps) {
  const [text, setText] = useState(provider.keywords)
  const isSound = /^0x[0-9a-f]{1,16}$/i.test(text)
  return (
    <div className={styles.field}>
      <span className={styles.label}>{recordLabels.providerEditor.keywords}</span>
      <Input
        label={recordLabels.providerEditor.keywords}
        isMono
        value={text}
        problem={isSound ? null : recordLabels.providerEditor.keywordsHint}
        onChange={setText}
        onBlur={() => {
          if (isSound && text !== provider.keywords) onChange({ ...provider, keywords: hexKeywords(BigInt(text)) })
        }}
      />
    </div>
  )
}

function ArgumentsField({ provider, onChange }: FieldProps) {
  const [text, setText] = useState(formatArguments(provider.arguments) ?? '')
  const pairs = parseArguments(text)
  return (
    <div className={styles.field}>
      <span className={styles.label}>{recordLabels.providerEditor.arguments}</span>
      <Input
        label={recordLabels.providerEditor.arguments}
        isMono
        placeholder="key=value;key=value"
        value={text}
        problem={pairs === null ? recordLabels.providerEditor.argumentsHint : null}
        onChange={(next) => {
          setText(next)
          const read = parseArguments(next)
          if (read !== null) onChange({ ...provider, arguments: read.map(([key, value]) => [key, value]) })
        }}
      />
    </div>
  )
}

interface EventFilterProps extends FieldProps {
  readonly runtimeVersion: string | null
}

function EventFilterFields({ provider, runtimeVersion, onChange }: EventFilterProps) {
  const [text, setText] = useState(provider.eventFilter?.ids.join(', ') ?? '')
  const [mode, setMode] = useState<'all' | 'allow' | 'deny'>(provider.eventFilter?.mode ?? 'all')
  const ids = readIds(text)
  const isPossible = isSent('10.0', runtimeVersion)
  const apply = (nextMode: typeof mode, nextText: string) => {
    const read = readIds(nextText)
    onChange({
      ...provider,
      eventFilter: nextMode === 'all' || read === null || read.length === 0 ? null : { mode: nextMode, ids: read },
    })
  }
  return (
    <div className={styles.field}>
      <span className={styles.label}>
        {isPossible ? recordLabels.providerEditor.eventIds : recordLabels.providerEditor.eventIdsRequire}
      </span>
      <span className={styles.pair}>
        <Select
          label={recordLabels.providerEditor.eventIds}
          options={filterOptions}
          value={mode}
          isDisabled={!isPossible}
          onChange={(next) => {
            setMode(next)
            apply(next, text)
          }}
        />
        {mode !== 'all' && (
          <Input
            label={recordLabels.providerEditor.listOfEventIds}
            isMono
            placeholder="1, 2, 10"
            value={text}
            problem={ids === null ? recordLabels.providerEditor.eventIdsHint : null}
            onChange={(next) => {
              setText(next)
              apply(mode, next)
            }}
          />
        )}
      </span>
    </div>
  )
}

function readIds(text: string): number[] | null {
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  return words.every((word) => /^\d{1,9}$/.test(word)) ? [...new Set(words.map(Number))] : null
}

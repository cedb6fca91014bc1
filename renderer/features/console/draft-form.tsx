import type { ConsoleField } from '../../../shared/model/console.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Input } from '../../ui/controls/input.tsx'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { commandOf, readHex, type ConsoleForm } from './console-model.ts'
import styles from './console-screen.module.css'
import { fieldHints } from './console-words.ts'
import { consoleLabels } from './console-labels.ts'

interface DraftFormProps {
  readonly form: ConsoleForm
  readonly onChange: (part: Partial<ConsoleForm>) => void
  /** Bytes of the payload that the fields make, to go on with as bytes. */
  readonly payloadHex: string
}

/** The payload, as typed fields or as bytes. */
export function DraftForm({ form, onChange, payloadHex }: DraftFormProps) {
  const { fields } = commandOf(form)
  if (fields.length === 0) return <p className={styles.hint}>{consoleLabels.draftForm.noPayload}</p>
  return (
    <>
      <SegmentedControl
        label={consoleLabels.draftForm.payload}
        value={form.mode}
        segments={[
          { value: 'fields', label: consoleLabels.draftForm.fields },
          { value: 'bytes', label: consoleLabels.draftForm.bytes },
        ]}
        onChange={(mode) => onChange(mode === 'bytes' && form.hex === '' ? { mode, hex: payloadHex } : { mode })}
      />
      {form.mode === 'fields' ? (
        fields.map((field) => <Field key={field.name} field={field} form={form} onChange={onChange} />)
      ) : (
        <>
          <label className={styles.hint} htmlFor="console-bytes">
            {consoleLabels.draftForm.payloadHex}
          </label>
          <textarea
            id="console-bytes"
            className={styles.bytes}
            spellCheck={false}
            rows={6}
            value={form.hex}
            onChange={(event) => onChange({ hex: event.currentTarget.value })}
          />
          {readHex(form.hex) === null && <p className={styles.bad}>{consoleLabels.draftForm.invalidHex}</p>}
        </>
      )}
    </>
  )
}

interface FieldProps {
  readonly field: ConsoleField
  readonly form: ConsoleForm
  readonly onChange: (part: Partial<ConsoleForm>) => void
}

function Field({ field, form, onChange }: FieldProps) {
  const { name, kind, choices } = field
  const set = (value: string) => onChange({ values: { ...form.values, [name]: value } })
  const isNull = form.nulls.includes(name)
  const id = `console-${name.replaceAll(' ', '-')}`
  if (choices !== undefined) {
    const options = Object.entries(choices).map(([value, label]) => ({ value, label: `${value} · ${label}` }))
    const [first] = options
    return (
      <div className={styles.field}>
        <span className={styles.hint}>{name}</span>
        <Select label={name} options={options} value={form.values[name] ?? first?.value ?? ''} onChange={set} />
      </div>
    )
  }
  return (
    <div className={styles.field}>
      <label className={styles.hint} htmlFor={id}>
        {name}
        <span className="muted">{` · ${fieldHints[name] ?? kind}`}</span>
      </label>
      <Input id={id} isMono disabled={isNull} value={isNull ? '' : (form.values[name] ?? '')} onChange={set} />
      {kind === 'nullableText' && (
        <Checkbox
          isChecked={isNull}
          onChange={(isOn) =>
            onChange({ nulls: isOn ? [...form.nulls, name] : form.nulls.filter((other) => other !== name) })
          }
        >
          {consoleLabels.draftForm.null}
        </Checkbox>
      )}
    </div>
  )
}

import type { ConsoleField } from '../../../shared/model/console.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Input } from '../../ui/controls/input.tsx'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { commandOf, readHex, type ConsoleForm } from './console-model.ts'
import styles from './console-screen.module.css'
import { fieldHints } from './console-words.ts'

interface DraftFormProps {
  readonly form: ConsoleForm
  readonly onChange: (part: Partial<ConsoleForm>) => void
  /** Bytes of the payload that the fields make, to go on with as bytes. */
  readonly payloadHex: string
}

/** The payload, as typed fields or as bytes. */
export function DraftForm({ form, onChange, payloadHex }: DraftFormProps) {
  const { fields } = commandOf(form)
  if (fields.length === 0)
    return <p className={styles.hint}>This command has no payload: its header is all that is sent.</p>
  return (
    <>
      <SegmentedControl
        label="Payload"
        value={form.mode}
        segments={[
          { value: 'fields', label: 'Fields' },
          { value: 'bytes', label: 'Bytes' },
        ]}
        onChange={(mode) => onChange(mode === 'bytes' && form.hex === '' ? { mode, hex: payloadHex } : { mode })}
      />
      {form.mode === 'fields' ? (
        fields.map((field) => <Field key={field.name} field={field} form={form} onChange={onChange} />)
      ) : (
        <>
          <label className={styles.hint} htmlFor="console-bytes">
            Payload (hex, without header)
          </label>
          <textarea
            id="console-bytes"
            className={styles.bytes}
            spellCheck={false}
            rows={6}
            value={form.hex}
            onChange={(event) => onChange({ hex: event.currentTarget.value })}
          />
          {readHex(form.hex) === null && <p className={styles.bad}>Only pairs of hexadecimal digits are bytes.</p>}
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
          null, which is not the same as empty
        </Checkbox>
      )}
    </div>
  )
}

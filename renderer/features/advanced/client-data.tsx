import { Input } from '../../ui/controls/input.tsx'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import styles from './advanced-screen.module.css'
import { bytesOf, type DataForm, type ProfilerForm } from './profiler-model.ts'

const forms: readonly { readonly value: DataForm; readonly label: string }[] = [
  { value: 'text', label: 'Text' },
  { value: 'hex', label: 'Hex' },
  { value: 'base64', label: 'Base64' },
  { value: 'file', label: 'File' },
]

interface ClientDataProps {
  readonly form: ProfilerForm
  readonly onChange: (part: Partial<ProfilerForm>) => void
}

/** Bytes that the profiler is given; what they mean is its own affair. */
export function ClientData({ form, onChange }: ClientDataProps) {
  const bytes = bytesOf(form)
  return (
    <>
      <div className={styles.inline}>
        <span className={styles.label}>Client data</span>
        <SegmentedControl
          label="Data format"
          size="small"
          segments={forms}
          value={form.form}
          onChange={(next) => onChange({ form: next })}
        />
        <span className={styles.hint}>
          {bytes === null || bytes.length === 0 ? '' : `${String(bytes.length)} bytes`}
        </span>
      </div>
      {form.form === 'file' ? (
        <input
          type="file"
          aria-label="Data file"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? []
            if (file === undefined) return
            void file.arrayBuffer().then((content) => {
              onChange({ file: { name: file.name, bytes: new Uint8Array(content) } })
            })
          }}
        />
      ) : (
        <Input
          label="Client data"
          isMono
          problem={bytes === null ? 'Doesn’t match the selected format' : null}
          value={form.text}
          onChange={(text) => onChange({ text })}
        />
      )}
    </>
  )
}

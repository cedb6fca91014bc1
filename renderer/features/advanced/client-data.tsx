import { Input } from '../../ui/controls/input.tsx'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import styles from './advanced-screen.module.css'
import { bytesOf, type DataForm, type ProfilerForm } from './profiler-model.ts'
import { advancedLabels } from './advanced-labels.ts'

const forms: readonly { readonly value: DataForm; readonly label: string }[] = [
  { value: 'text', label: advancedLabels.clientData.text },
  { value: 'hex', label: advancedLabels.clientData.hex },
  { value: 'base64', label: advancedLabels.clientData.base64 },
  { value: 'file', label: advancedLabels.clientData.file },
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
        <span className={styles.label}>{advancedLabels.clientData.clientData}</span>
        <SegmentedControl
          label={advancedLabels.clientData.dataFormat}
          size="small"
          segments={forms}
          value={form.form}
          onChange={(next) => onChange({ form: next })}
        />
        <span className={styles.hint}>
          {bytes === null || bytes.length === 0 ? '' : advancedLabels.clientData.bytes(String(bytes.length))}
        </span>
      </div>
      {form.form === 'file' ? (
        <input
          type="file"
          aria-label={advancedLabels.clientData.dataFile}
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
          label={advancedLabels.clientData.clientData}
          isMono
          problem={bytes === null ? advancedLabels.clientData.doesntMatchFormat : null}
          value={form.text}
          onChange={(text) => onChange({ text })}
        />
      )}
    </>
  )
}

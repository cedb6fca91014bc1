import { Download, FileCode } from 'lucide-react'
import { useState } from 'react'
import { formatBytes, quantityText } from '../../../shared/base/format.ts'
import type { PerfMapFile } from '../../../shared/model/target-action.ts'
import type { AppError } from '../../../shared/base/errors.ts'
import { background, invoke } from '../../bridge/bridge.ts'
import type { RecordTarget } from '../../store/record-slice.ts'
import { Button } from '../../ui/controls/button.tsx'
import { errorSentences } from '../../../shared/words/error-wording.ts'
import { Icon } from '../../ui/icon.tsx'
import { Select } from '../../ui/controls/select.tsx'
import tones from '../../ui/layout/tones.module.css'
import styles from './advanced-screen.module.css'
import { advancedLabels } from './advanced-labels.ts'

const types = [
  { value: 'all', label: advancedLabels.perfMap.perfMapJitDump },
  { value: 'perfMap', label: advancedLabels.perfMap.perfMap },
  { value: 'jitDump', label: advancedLabels.perfMap.jitDump },
] as const

/** Names of compiled methods as files for native profilers. */
export function PerfMapSection({ target }: { readonly target: RecordTarget }) {
  const [type, setType] = useState<(typeof types)[number]['value']>('all')
  const [files, setFiles] = useState<readonly PerfMapFile[] | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const ref = { kind: 'process' as const, key: target.processKey }
  const run = (asked: Promise<readonly PerfMapFile[] | null>) => {
    setError(null)
    background(asked.then(setFiles), 'perfMap', setError)
  }
  return (
    <section className={styles.section} data-impact="pauses" aria-labelledby="advanced-perf-map">
      <h2 className={styles.sectionTitle} id="advanced-perf-map">
        <Icon icon={FileCode} />
        {advancedLabels.perfMap.perfMap}
      </h2>
      <p className={styles.text}>{advancedLabels.perfMap.explanation}</p>
      <div className={styles.foot}>
        <Select label={advancedLabels.perfMap.output} options={types} value={type} onChange={setType} />
        <Button onClick={() => run(invoke('perfMap.start', { target: ref, type }))}>
          {advancedLabels.perfMap.turnOn}
        </Button>
        <Button onClick={() => run(invoke('perfMap.stop', { target: ref }))}>{advancedLabels.perfMap.turnOff}</Button>
      </div>
      {error !== null && (
        <p role="alert" className={tones.bad}>
          {errorSentences(error)}
        </p>
      )}
      {files !== null && (
        <ul className={styles.facts} aria-label={advancedLabels.perfMap.files}>
          {files.map((file) => (
            <li key={file.path} className="mono">
              {`${file.path}  ${file.machine === undefined ? '' : `${advancedLabels.perfMap.onMachine(file.machine)}  `}${file.sizeBytes === null ? advancedLabels.perfMap.notVisibleFromHere : file.sizeBytes === 0 ? advancedLabels.perfMap.notWrittenYet : quantityText(formatBytes(file.sizeBytes))}`}
              {file.machine !== undefined && file.sizeBytes !== null && file.sizeBytes > 0 && (
                <Button
                  size="small"
                  icon={Download}
                  aria-label={advancedLabels.perfMap.fetch(file.path)}
                  onClick={() => {
                    setError(null)
                    background(invoke('perfMap.fetch', { target: ref, path: file.path }), 'perfMap.fetch', setError)
                  }}
                >
                  {advancedLabels.perfMap.fetchShort}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {files?.some(({ machine }) => machine !== undefined) === true && (
        <p className={styles.text}>{advancedLabels.perfMap.fetchHint}</p>
      )}
    </section>
  )
}

import { useState } from 'react'
import type { TraceSampleCounts } from '../../../shared/model/trace.ts'
import { type TraceSampleClass, traceSampleClasses, wholeTrace } from '../../../shared/model/trace-selection.ts'
import { formatCount } from '../../../shared/base/format.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { PagedTable } from './paged-table.tsx'
import { classWords } from './trace-words.ts'

/** Of the samples that do not wait; fewer running ones and the runtime's classification can't be right. */
const leastRunningShare = 0.05

/** .NET 9 marks almost no sample as running, even in a busy method: those samples are then under "Native code". */
function classesAtFirst({ running, unknown }: TraceSampleCounts, runtimeVersion: string): readonly TraceSampleClass[] {
  if (running === 0) return traceSampleClasses
  return !runtimeVersion.startsWith('9.') || running >= leastRunningShare * (running + unknown)
    ? ['running']
    : ['running', 'unknown']
}

/** Methods by self and total; which classes of samples count is chosen above. Running first: waits would drown it. */
interface MethodPaneProps {
  readonly documentId: string
  readonly samples: TraceSampleCounts
  /** Empty where the trace does not say. */
  readonly runtimeVersion: string
}

export function MethodPane({ documentId, samples, runtimeVersion }: MethodPaneProps) {
  const [classes, setClasses] = useState<readonly TraceSampleClass[]>(classesAtFirst(samples, runtimeVersion))
  return (
    <PagedTable
      documentId={documentId}
      table="methods"
      views={[{ table: 'methods', label: 'Methods' }]}
      selection={{ ...wholeTrace, classes }}
      note="Wall-clock samples, not CPU time"
      empty="There are no samples of the selected classes."
      chooser={traceSampleClasses.map((name) => (
        <Checkbox
          key={name}
          isChecked={classes.includes(name)}
          onChange={(isOn) => setClasses(isOn ? [...classes, name] : classes.filter((other) => other !== name))}
        >
          {`${classWords[name]} (${formatCount(samples[name])})`}
        </Checkbox>
      ))}
    />
  )
}

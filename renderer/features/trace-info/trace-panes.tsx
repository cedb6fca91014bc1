import { useEffect, useState, type ReactNode } from 'react'
import type { AppError } from '../../../shared/base/errors.ts'
import {
  traceSampleClasses,
  type TraceMethods,
  type TraceSampleClass,
  type TraceSampleCounts,
} from '../../../shared/model/trace.ts'
import { formatCount } from '../../../shared/base/format.ts'
import { background, invoke } from '../../bridge/bridge.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Toolbar } from '../../ui/pane.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { Busy } from '../../ui/skeleton.tsx'
import { PagedTable } from './paged-table.tsx'
import { counterColumns, exceptionColumns, gcColumns, methodColumns, Table } from './trace-columns.tsx'
import styles from './trace-screen.module.css'
import { classWords } from './trace-words.ts'

interface PaneProps {
  readonly documentId: string
}

const shownMethods = 500
/** Of the samples that do not wait; fewer running ones and the runtime cannot have meant what it said. */
const leastToldShare = 0.05

/** .NET 9 calls nearly no sample running, also where a method computes: "in native code" then holds what is looked for. */
function classesAtFirst({ running, unknown }: TraceSampleCounts, runtimeVersion: string): readonly TraceSampleClass[] {
  if (running === 0) return traceSampleClasses
  return !runtimeVersion.startsWith('9.') || running >= leastToldShare * (running + unknown)
    ? ['running']
    : ['running', 'unknown']
}

/** Methods by self and total; which classes of samples count is chosen above. Running first: waits would drown it. */
interface MethodPaneProps extends PaneProps {
  readonly samples: TraceSampleCounts
  /** Empty where the trace does not say. */
  readonly runtimeVersion: string
}

export function MethodPane({ documentId, samples, runtimeVersion }: MethodPaneProps) {
  const [classes, setClasses] = useState<readonly TraceSampleClass[]>(classesAtFirst(samples, runtimeVersion))
  const methods = useReply<TraceMethods>(
    () => invoke('traces.methods', { documentId, filter: { classes: [...classes] }, top: shownMethods }),
    `${documentId} ${classes.join(' ')}`,
  )
  return (
    <div className={styles.pane}>
      <Toolbar label="Samples that count">
        {traceSampleClasses.map((name) => (
          <Checkbox
            key={name}
            isChecked={classes.includes(name)}
            onChange={(isOn) => setClasses(isOn ? [...classes, name] : classes.filter((other) => other !== name))}
          >
            {`${classWords[name]} (${formatCount(samples[name])})`}
          </Checkbox>
        ))}
        <span className={styles.note}>Sampled wall time, not processor time</span>
      </Toolbar>
      <Reply reply={methods}>
        {(found) => (
          <Table
            label="Methods"
            rows={found.rows}
            columns={methodColumns(found.sampleCount)}
            empty="No sample of these classes."
          />
        )}
      </Reply>
    </div>
  )
}

export function GcTable({ documentId }: PaneProps) {
  const reply = useReply(() => invoke('traces.gc', { documentId }), documentId)
  return (
    <Reply reply={reply}>
      {(rows) => (
        <Table
          label="Collections"
          rows={rows}
          columns={gcColumns}
          empty="No collection was recorded, or GC events were not asked for."
        />
      )}
    </Reply>
  )
}

/** By type, or each as it was thrown. */
export function ExceptionPane({ documentId }: PaneProps) {
  const [view, setView] = useState<'types' | 'each'>('types')
  const chooser = (
    <SegmentedControl
      label="Rows"
      value={view}
      segments={[
        { value: 'types', label: 'By type' },
        { value: 'each', label: 'Each' },
      ]}
      onChange={setView}
    />
  )
  if (view === 'each')
    return (
      <PagedTable
        documentId={documentId}
        views={[{ table: 'thrown', label: 'Thrown exceptions' }]}
        chooser={chooser}
        empty="None was thrown."
      />
    )
  return (
    <div className={styles.pane}>
      <Toolbar label="Exceptions">{chooser}</Toolbar>
      <ExceptionTypes documentId={documentId} />
    </div>
  )
}

function ExceptionTypes({ documentId }: PaneProps) {
  const reply = useReply(() => invoke('traces.exceptions', { documentId }), documentId)
  return (
    <Reply reply={reply}>
      {(rows) => (
        <Table
          label="Exceptions"
          rows={rows}
          columns={exceptionColumns}
          empty="None was thrown, or exceptions were not asked for."
        />
      )}
    </Reply>
  )
}

export function CounterTable({ documentId }: PaneProps) {
  const reply = useReply(() => invoke('traces.counters', { documentId }), documentId)
  return (
    <Reply reply={reply}>
      {(rows) => <Table label="Counters" rows={rows} columns={counterColumns} empty="Counters were not asked for." />}
    </Reply>
  )
}

type ReplyState<T> = { readonly value: T } | { readonly error: AppError } | null

/** Asked again when the key changes; what an older question brings is thrown away. */
function useReply<T>(ask: () => Promise<T>, key: string): ReplyState<T> {
  const [reply, setReply] = useState<{ readonly key: string; readonly state: ReplyState<T> }>({ key, state: null })
  useEffect(() => {
    let isWanted = true
    const take = (state: ReplyState<T>) => {
      if (isWanted) setReply({ key, state })
    }
    background(
      ask().then((value) => take({ value })),
      'traces',
      (error) => take({ error }),
    )
    return () => {
      isWanted = false
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the key says what is asked
  }, [key])
  return reply.key === key ? reply.state : null
}

function Reply<T>({ reply, children }: { readonly reply: ReplyState<T>; readonly children: (value: T) => ReactNode }) {
  if (reply === null)
    return (
      <div className={styles.reading} aria-busy="true">
        <Busy />
        Reading
      </div>
    )
  if ('error' in reply) return <ErrorState error={reply.error} title="This table could not be made" />
  return children(reply.value)
}

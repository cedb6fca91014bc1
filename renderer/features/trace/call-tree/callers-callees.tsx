import { frameName } from '../view/selection-words.ts'
import { useTraceView } from '../view/trace-view.ts'
import { PaneHeader } from '../../../ui/layout/pane.tsx'
import styles from './callers-callees.module.css'
import { StackTree } from './stack-tree.tsx'

/** Who called the selected function, and what it called. Without one: every function in which samples ended, with its callers. */
export function CallersCallees() {
  const { frame } = useTraceView()
  const empty = 'No samples with this function are selected.'
  if (frame === null)
    return (
      <div className={styles.whole}>
        <PaneHeader title="Functions by self time, with their callers" />
        <StackTree label="Functions and their callers" view="callers" frame={null} empty="No samples are selected." />
      </div>
    )
  return (
    <div className={styles.both}>
      <section className={styles.half}>
        <PaneHeader title={`Callers of ${frameName(frame)}`} />
        <StackTree label="Callers" view="callers" frame={frame} empty={empty} />
      </section>
      <section className={styles.half}>
        <PaneHeader title={`Callees of ${frameName(frame)}`} />
        <StackTree label="Callees" view="callees" frame={frame} empty={empty} />
      </section>
    </div>
  )
}

/** From the first function of the stacks down. */
export function CallTree() {
  return <StackTree label="Call tree" view="calls" frame={null} empty="No samples are selected." />
}

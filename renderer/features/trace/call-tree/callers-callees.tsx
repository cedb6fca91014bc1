import { frameName } from '../view/selection-words.ts'
import { useTraceView } from '../view/trace-view.ts'
import { PaneHeader } from '../../../ui/layout/pane.tsx'
import styles from './callers-callees.module.css'
import { StackTree } from './stack-tree.tsx'
import { callTreeLabels } from './call-tree-labels.ts'

/** Who called the selected function, and what it called. Without one: every function in which samples ended, with its callers. */
export function CallersCallees() {
  const { frame } = useTraceView()
  const empty = callTreeLabels.callersCallees.noSamplesWithFunction
  if (frame === null)
    return (
      <div className={styles.whole}>
        <PaneHeader title={callTreeLabels.callersCallees.functionsBySelfTime} />
        <StackTree
          label={callTreeLabels.callersCallees.functionsAndTheirCallers}
          view="callers"
          frame={null}
          empty={callTreeLabels.callersCallees.noSamples}
        />
      </div>
    )
  return (
    <div className={styles.both}>
      <section className={styles.half}>
        <PaneHeader title={callTreeLabels.callersCallees.callersOf(frameName(frame))} />
        <StackTree label={callTreeLabels.callersCallees.callers} view="callers" frame={frame} empty={empty} />
      </section>
      <section className={styles.half}>
        <PaneHeader title={callTreeLabels.callersCallees.calleesOf(frameName(frame))} />
        <StackTree label={callTreeLabels.callersCallees.callees} view="callees" frame={frame} empty={empty} />
      </section>
    </div>
  )
}

/** From the first function of the stacks down. */
export function CallTree() {
  return (
    <StackTree
      label={callTreeLabels.callersCallees.callTree}
      view="calls"
      frame={null}
      empty={callTreeLabels.callersCallees.noSamples}
    />
  )
}

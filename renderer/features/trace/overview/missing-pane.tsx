import { formatCount } from '../../../../shared/base/format.ts'
import type { TraceOverview } from '../../../../shared/model/trace-overview.ts'
import type { TraceSummary } from '../../../../shared/model/trace.ts'
import { correctedCount, shareWords, systemCpuWords } from '../trace-words.ts'
import { useTraceView } from '../view/trace-view.ts'
import { OverviewPane } from './overview-pane.tsx'
import styles from './overview.module.css'

/** What the recording cannot tell, and what that means. */
export function MissingPane({ overview }: { readonly overview: TraceOverview }) {
  const { summary } = useTraceView()
  return (
    <OverviewPane title="What’s unknown?" tab="info" tabLabel="Info">
      <dl className={styles.facts}>
        {facts(summary, overview).map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>Samples are of wall-clock time, not CPU time.</p>
    </OverviewPane>
  )
}

type Fact = readonly [name: string, text: string]

function facts(summary: TraceSummary, { samples, logs }: TraceOverview): readonly Fact[] {
  const { lostCount, eventCount, names, isComplete } = summary
  const all = Object.values(samples).reduce((sum, count) => sum + count, 0)
  const lost: Fact = [
    'Lost events',
    lostCount === 0 ? 'None' : `${formatCount(lostCount)}, ${shareWords(lostCount, lostCount + eventCount)}`,
  ]
  const native: readonly Fact[] =
    samples.unknown === 0 ? [] : [['Native code, running or blocked', shareWords(samples.unknown, all)]]
  const corrected = correctedCount(summary.sampleRules)
  const reclassified: readonly Fact[] = corrected === 0 ? [] : [['Samples reclassified', formatCount(corrected)]]
  const cpu: Fact = ['CPU by the system', systemCpuWords(summary.systemCpu)]
  const symbols: readonly Fact[] =
    names.frameCount === 0
      ? []
      : [['Frames without a name', shareWords(names.frameCount - names.namedFrameCount, names.frameCount)]]
  const logged: Fact = [
    'Warnings and errors logged',
    logs === null ? 'Not recorded' : `${formatCount(logs.warnings)} and ${formatCount(logs.errors)}`,
  ]
  return [
    lost,
    ...native,
    ...reclassified,
    cpu,
    ...symbols,
    logged,
    ['End of the recording', isComplete ? 'Complete' : 'Missing'],
  ]
}
